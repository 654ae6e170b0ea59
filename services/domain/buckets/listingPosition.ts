/**
 * Up to where a reader knows a listing, as the id of a message: everything up to `version`, and the first `count` messages of
 * what comes after it. Positions only grow; a reader that comes back with one gets what it lacks.
 */
export interface ListingPosition {
  readonly version: number
  readonly count: number
}

/** Messages between two versions; a listing's version stays far below 2^53 / this. */
const steps = 1_000_000

/** One number, which grows with the position. */
export const formatPosition = ({ count, version }: ListingPosition): string => String(version * steps + Math.min(count, steps - 1))

/** Null for whatever is no id of ours: the reader begins anew. */
export const parsePosition = (id: string | null): ListingPosition | null => {
  if (id === null || !/^\d{1,16}$/.test(id)) return null
  const position = Number(id)
  return { version: Math.floor(position / steps), count: position % steps }
}

/**
 * The ids of `messages` that lead from one position to another. The last one alone reaches it: a reader that is cut off in
 * between has to be given the rest again. Where the version stays, they are counted on.
 */
export const positionsBetween = (from: ListingPosition, to: ListingPosition, messages: number): ReadonlyArray<ListingPosition> =>
  Array.from({ length: messages }, (_, index) =>
    index === messages - 1 && to.version > from.version ? to : { version: from.version, count: from.count + index + 1 })
