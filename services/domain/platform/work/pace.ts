/**
 * How many calls of one kind may be in flight at a gateway. It grows while answers come about as fast as the fastest did and
 * falls when they get slower, whoever makes them so; after Netflix's gradient limit.
 */
export interface Pace {
  /** Calls in flight; between one and `most`, not rounded. */
  readonly limit: number
  /** Milliseconds of the fastest answer, slowly forgotten; null before the first. */
  readonly fastest: number | null
}

/** A call that ended: its time in milliseconds, or that it failed. */
export type Sample = { readonly _tag: "Answered"; readonly milliseconds: number } | { readonly _tag: "Failed" }

export const most = 8
export const startingPace: Pace = { limit: 4, fastest: null }

/** Answers that take this many times the fastest are no reason to slow down: calls side by side always cost each other some. */
const tolerance = 2
/** What one sample may take away at most, and how much of what it says is believed. */
const steepest = 0.25
const belief = 0.5
/** A gateway that has become slower for good is taken as it is after some hundred answers. */
const forgetting = 1.01

const within = (limit: number) => Math.min(most, Math.max(1, limit))

/** The pace after a call has ended. */
export const paceNext = ({ fastest, limit }: Pace, sample: Sample): Pace => {
  if (sample._tag === "Failed") return { fastest, limit: within(limit / 2) }
  const measured = Math.max(sample.milliseconds, 0.001)
  const best = fastest === null ? measured : Math.min(measured, fastest * forgetting)
  const gradient = Math.min(1, Math.max(steepest, tolerance * best / measured))
  const wanted = limit * gradient + Math.sqrt(limit)
  return { fastest: best, limit: within(limit + belief * (wanted - limit)) }
}

/** Calls that may be in flight at this pace. */
export const callsAt = ({ limit }: Pace): number => Math.floor(limit)
