export interface BucketRange {
  readonly after: string | null
  readonly upTo: string | null
}

export const rangeSize = 250

/** RGW sorts an owner's buckets by the bytes of their names, which are ASCII. */
export const bucketRanges = (names: ReadonlyArray<string>, size: number): ReadonlyArray<BucketRange> => {
  const sorted = [...names].sort()
  const cuts = sorted.filter((_, index) => index % size === size - 1 && index < sorted.length - 1)
  return [...cuts, null].map((upTo, index) => ({ after: cuts[index - 1] ?? null, upTo }))
}

export interface RangePage<A> {
  readonly buckets: ReadonlyArray<A>
  readonly marker: string | null
}

export const cutToRange = <A extends { readonly name: string }>(
  { upTo }: BucketRange,
  { buckets, marker }: RangePage<A>
): {
  readonly found: ReadonlyArray<A>
  readonly next: string | null
} => ({
  found: upTo === null ? buckets : buckets.filter(({ name }) => name <= upTo),
  next: marker === null || (upTo !== null && marker >= upTo) ? null : marker
})
