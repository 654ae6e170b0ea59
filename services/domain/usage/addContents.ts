import type { ContextContents, UsageContents } from "./UsageContents.ts"
import { AGE_CLASS_BOUNDS, SIZE_CLASS_BOUNDS } from "./usageClasses.ts"
import { topPrefixes } from "./usagePrefixes.ts"

type Part = { readonly count: number; readonly bytes: number }
const plus = (one: Part, other: Part) => ({ count: one.count + other.count, bytes: one.bytes + other.bytes })
const earlier = (one: string | null, other: string | null) =>
  one === null || other === null ? (one ?? other) : one < other ? one : other

const storageClasses = (one: UsageContents["storage_classes"], other: UsageContents["storage_classes"]) => {
  const sums = new Map(one.map((share) => [share.storage_class, share]))
  for (const share of other)
    sums.set(share.storage_class, { ...share, ...plus(share, sums.get(share.storage_class) ?? { count: 0, bytes: 0 }) })
  return [...sums.values()].sort((a, b) => b.bytes - a.bytes)
}

export const noContents = (looked_at: string): ContextContents => ({
  looked_at,
  complete: true,
  listed_count: 0,
  current: { count: 0, bytes: 0 },
  noncurrent: { count: 0, bytes: 0 },
  delete_marker_count: 0,
  uploads: { count: 0, old_count: 0, bytes: 0, bytes_complete: true, oldest_at: null },
  hidden_bytes: 0,
  size_classes: SIZE_CLASS_BOUNDS.map((from_bytes, at) => ({
    from_bytes,
    below_bytes: SIZE_CLASS_BOUNDS[at + 1] ?? null,
    count: 0,
    bytes: 0
  })),
  ages: AGE_CLASS_BOUNDS.map((from_days, at) => ({
    from_days,
    below_days: AGE_CLASS_BOUNDS[at + 1] ?? null,
    count: 0,
    bytes: 0
  })),
  storage_classes: [],
  prefixes: [],
  buckets: { whole: 0, partial: 0, failed: 0, never: 0 }
})

export const addContents = (sum: ContextContents, contents: UsageContents | null): ContextContents => {
  if (contents === null) return { ...sum, complete: false, buckets: { ...sum.buckets, failed: sum.buckets.failed + 1 } }
  const scanState = contents.complete ? "whole" : "partial"
  return {
    looked_at: sum.looked_at,
    complete: sum.complete && contents.complete,
    listed_count: sum.listed_count + contents.listed_count,
    current: plus(sum.current, contents.current),
    noncurrent: plus(sum.noncurrent, contents.noncurrent),
    delete_marker_count: sum.delete_marker_count + contents.delete_marker_count,
    uploads: {
      count: sum.uploads.count + contents.uploads.count,
      old_count: sum.uploads.old_count + contents.uploads.old_count,
      bytes: sum.uploads.bytes + contents.uploads.bytes,
      bytes_complete: sum.uploads.bytes_complete && contents.uploads.bytes_complete,
      oldest_at: earlier(sum.uploads.oldest_at, contents.uploads.oldest_at)
    },
    hidden_bytes: sum.hidden_bytes + contents.hidden_bytes,
    size_classes: sum.size_classes.map((one, at) => ({ ...one, ...plus(one, contents.size_classes[at]!) })),
    ages: sum.ages.map((one, at) => ({ ...one, ...plus(one, contents.ages[at]!) })),
    storage_classes: storageClasses(sum.storage_classes, contents.storage_classes),
    prefixes: topPrefixes([...(sum.prefixes ?? []), ...(contents.prefixes ?? [])]),
    buckets: { ...sum.buckets, [scanState]: sum.buckets[scanState] + 1 }
  }
}
