/** A part of an owner's buckets in the order of their names: those after `after`, up to and with `upTo`. Null: no bound. */
export interface BucketRange {
  readonly after: string | null
  readonly upTo: string | null
}

/** Buckets of one range: small enough to show progress and to share out, large enough to cost little. */
export const rangeSize = 250

/**
 * Ranges that cover every name there is or will be, cut where the known names say, so that each holds about `size` of them. RGW
 * orders an owner's buckets by the bytes of their names, which are ASCII.
 */
export const bucketRanges = (names: ReadonlyArray<string>, size: number): ReadonlyArray<BucketRange> => {
  const sorted = [...names].sort()
  const cuts = sorted.filter((_, index) => index % size === size - 1 && index < sorted.length - 1)
  return [...cuts, null].map((upTo, index) => ({ after: cuts[index - 1] ?? null, upTo }))
}

/** A page as RGW answers it. */
export interface RangePage<A> {
  readonly buckets: ReadonlyArray<A>
  /** Where the next page goes on; null at the end. */
  readonly marker: string | null
}

/** What of a page belongs to a range, and where the rest of the range begins; null when it is read. */
export const withinRange = <A extends { readonly name: string }>({ upTo }: BucketRange, { buckets, marker }: RangePage<A>): {
  readonly found: ReadonlyArray<A>
  readonly next: string | null
} => ({
  found: upTo === null ? buckets : buckets.filter(({ name }) => name <= upTo),
  next: marker === null || (upTo !== null && marker >= upTo) ? null : marker
})
