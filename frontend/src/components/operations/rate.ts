import type { Item, Operation } from "./operation"

export interface Sample {
  readonly at: number
  readonly moved: number
  readonly finished: number
}

const AVERAGE_WINDOW = 8000
const MIN_SAMPLE_SPAN = 3000

/** Keeps one sample before the window, so that a pause lowers the rate. */
export const addSample = (
  samples: ReadonlyArray<Sample>,
  { moved, totals }: Operation,
  at: number
): ReadonlyArray<Sample> => recentSamples(samples, { at, moved, finished: totals.done + totals.failed })

export const recentSamples = (samples: ReadonlyArray<Sample>, now: Sample): ReadonlyArray<Sample> => {
  const all = [...samples, now]
  const first = all.findIndex((sample) => sample.at >= now.at - AVERAGE_WINDOW)
  return all.slice(Math.max(0, first - 1))
}

export interface Rate {
  readonly bytes: number
  readonly items: number
}

export const transferRate = (samples: ReadonlyArray<Sample>): Rate | null => {
  const [first] = samples
  const last = samples.at(-1)
  if (first === undefined || last === undefined || last.at - first.at < 1000) return null
  const seconds = (last.at - first.at) / 1000
  return {
    bytes: Math.max(0, last.moved - first.moved) / seconds,
    items: Math.max(0, last.finished - first.finished) / seconds
  }
}

/** Null when unknown or stalled. Small files are limited by number, large ones by bytes: the slower estimate counts. */
export const remainingSeconds = (operation: Operation, samples: ReadonlyArray<Sample>): number | null => {
  const { counts, ended, gathering, totals } = operation
  const [first] = samples
  const last = samples.at(-1)
  if (
    ended !== null ||
    gathering ||
    (totals.unsized > 0 && counts === "bytes") ||
    !first ||
    !last ||
    last.at - first.at < MIN_SAMPLE_SPAN
  )
    return null
  const rate = transferRate(samples)
  if (rate === null) return null
  const items = totals.waiting + totals.running
  const byItems = rate.items > 0 ? items / rate.items : null
  if (counts === "items") return byItems
  const bytes = Math.max(0, remainingBytes(operation))
  const byBytes = bytes === 0 ? 0 : rate.bytes > 0 ? bytes / rate.bytes : null
  if (byBytes === null) return null
  return Math.max(byBytes, byItems ?? 0)
}

export const remainingItemSeconds = ({ sent, size }: Pick<Item, "sent" | "size">, rate: Rate | null): number | null =>
  size === null || rate === null || rate.bytes <= 0 ? null : Math.max(0, size - sent) / rate.bytes

const remainingBytes = ({ items }: Operation): number => {
  let remaining = 0
  for (const item of items)
    if (item.state === "waiting" || item.state === "running") remaining += Math.max(0, (item.size ?? 0) - item.sent)
  return remaining
}

export const remainingTimeText = (seconds: number): string => {
  if (seconds < 5) return "a few seconds left"
  if (seconds < 60) return `about ${Math.ceil(seconds / 5) * 5} seconds left`
  if (seconds < 3600) return `about ${Math.ceil(seconds / 60)} min left`
  if (seconds < 86_400) return `about ${Math.ceil(seconds / 3600)} h left`
  return "more than a day left"
}
