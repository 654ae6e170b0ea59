/** After Netflix's gradient limit: grows while latency stays near the fastest, falls when it rises. */
export interface AdaptiveConcurrency {
  /** From 1 to `most`; not rounded. */
  readonly limit: number
  /** Milliseconds, smoothed and with decay; null before the first answer. */
  readonly fastest: number | null
}

export type Sample = { readonly _tag: "Answered"; readonly milliseconds: number } | { readonly _tag: "Failed" }

export const MAX_CONCURRENCY = 8
export const initialConcurrency: AdaptiveConcurrency = { limit: 4, fastest: null }

/** Multiple of the lowest latency that is still accepted: concurrent calls always slow each other a little. */
const LATENCY_TOLERANCE = 2
const MIN_GRADIENT = 0.25
const SMOOTHING_FACTOR = 0.5
/** How far the lowest latency follows a quicker answer: one such among many slow ones would close the limit. */
const QUICKER_SHARE = 0.1
/** Decay of the lowest latency per sample: a permanently slower gateway is accepted after about 100 answers. */
const LATENCY_DECAY = 1.01

const within = (limit: number) => Math.min(MAX_CONCURRENCY, Math.max(1, limit))

export const nextConcurrency = ({ fastest, limit }: AdaptiveConcurrency, sample: Sample): AdaptiveConcurrency => {
  if (sample._tag === "Failed") return { fastest, limit: within(limit / 2) }
  const measured = Math.max(sample.milliseconds, 0.001)
  const best =
    fastest === null
      ? measured
      : measured < fastest
        ? fastest + QUICKER_SHARE * (measured - fastest)
        : Math.min(measured, fastest * LATENCY_DECAY)
  const gradient = Math.min(1, Math.max(MIN_GRADIENT, (LATENCY_TOLERANCE * best) / measured))
  const target = limit * gradient + Math.sqrt(limit)
  return { fastest: best, limit: within(limit + SMOOTHING_FACTOR * (target - limit)) }
}

export const allowedCalls = ({ limit }: AdaptiveConcurrency): number => Math.floor(limit)
