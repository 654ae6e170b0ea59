import type { Item, Operation } from "./operation"

/** A moment of an operation: `at` in milliseconds, bytes that travelled and items that were settled until then. */
export interface Sample {
  readonly at: number
  readonly moved: number
  readonly settled: number
}

/** How long a moving average looks back, in milliseconds. */
const LOOKS_BACK = 8000
/** What is shorter than this says nothing of the rest. */
const SHORTEST = 3000

/** The samples of the last seconds with this one; one older stays, so that a pause counts as one. */
export const sampled = (samples: ReadonlyArray<Sample>, { moved, totals }: Operation, at: number): ReadonlyArray<Sample> =>
  followed(samples, { at, moved, settled: totals.done + totals.failed })

/** The same of anything that moves. */
export const followed = (samples: ReadonlyArray<Sample>, now: Sample): ReadonlyArray<Sample> => {
  const all = [...samples, now]
  const first = all.findIndex((sample) => sample.at >= now.at - LOOKS_BACK)
  return all.slice(Math.max(0, first - 1))
}

export interface Rate {
  /** Bytes a second. */
  readonly bytes: number
  /** Items a second. */
  readonly items: number
}

/** The moving average; null while there is too little to tell. */
export const rateOf = (samples: ReadonlyArray<Sample>): Rate | null => {
  const [first] = samples
  const last = samples.at(-1)
  if (first === undefined || last === undefined || last.at - first.at < 1000) return null
  const seconds = (last.at - first.at) / 1000
  return { bytes: Math.max(0, last.moved - first.moved) / seconds, items: Math.max(0, last.settled - first.settled) / seconds }
}

/**
 * Seconds that are left; null where that cannot be told: while it is unknown how much there is, at the very start, or when
 * nothing moves. Many small files are slow by their number, large ones by their bytes: the slower of both counts.
 */
export const secondsLeft = (operation: Operation, samples: ReadonlyArray<Sample>): number | null => {
  const { counts, ended, gathering, totals } = operation
  const [first] = samples
  const last = samples.at(-1)
  if (ended !== null || gathering || totals.unsized > 0 && counts === "bytes" || !first || !last || last.at - first.at < SHORTEST) return null
  const rate = rateOf(samples)
  if (rate === null) return null
  const items = totals.waiting + totals.running
  const byItems = rate.items > 0 ? items / rate.items : null
  if (counts === "items") return byItems
  // what failed is out of it until it is tried again
  const bytes = Math.max(0, remainingBytes(operation))
  const byBytes = bytes === 0 ? 0 : rate.bytes > 0 ? bytes / rate.bytes : null
  if (byBytes === null) return null
  // without a file at its end yet, large ones are told by their bytes alone
  return Math.max(byBytes, byItems ?? 0)
}

/** Seconds that are left of one thing of so many bytes; null where that cannot be told. */
export const secondsLeftOf = ({ sent, size }: Pick<Item, "sent" | "size">, rate: Rate | null): number | null =>
  size === null || rate === null || rate.bytes <= 0 ? null : Math.max(0, size - sent) / rate.bytes

const remainingBytes = ({ items }: Operation): number => {
  let left = 0
  for (const item of items) if (item.state === "waiting" || item.state === "running") left += Math.max(0, (item.size ?? 0) - item.sent)
  return left
}

/** `about 5 seconds left`, in steps that do not flicker. */
export const leftInWords = (seconds: number): string => {
  if (seconds < 5) return "a few seconds left"
  if (seconds < 60) return `about ${Math.ceil(seconds / 5) * 5} seconds left`
  if (seconds < 3600) return `about ${Math.ceil(seconds / 60)} min left`
  if (seconds < 86_400) return `about ${Math.ceil(seconds / 3600)} h left`
  return "more than a day left"
}
