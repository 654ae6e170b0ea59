import { Schema } from "effect"
import { streamEvent } from "../platform/streamEvent.ts"
import { BucketUsage } from "./BucketUsage.ts"
import { ContextContents } from "./UsageContents.ts"
import { UsageFinding } from "./UsageFinding.ts"

export const UsageStatistics = Schema.Struct({
  bucket_count: Schema.Int,
  object_count: Schema.Int,
  used_bytes: Schema.Int,
  unavailable_count: Schema.Int
}).annotate({ identifier: "UsageStatistics" })
export type UsageStatistics = typeof UsageStatistics.Type

export const UsageShare = Schema.Struct({
  name: Schema.String,
  used_bytes: Schema.Int,
  object_count: Schema.Int
}).annotate({ identifier: "UsageShare" })
export type UsageShare = typeof UsageShare.Type

export const UsageSnapshot = Schema.Struct({
  statistics: UsageStatistics,
  distribution: Schema.Array(UsageShare),
  warnings: Schema.NullOr(Schema.Array(Schema.String)),
  findings: Schema.Array(UsageFinding),
  contents: Schema.NullOr(ContextContents),
  calculated_at: Schema.String,
  updated_at: Schema.String
}).annotate({ identifier: "UsageSnapshot" })
export type UsageSnapshot = typeof UsageSnapshot.Type

export const usageDepths = ["statistics", "contents"] as const
export type UsageDepth = (typeof usageDepths)[number]

export const UsageProgress = Schema.Struct({
  stage: Schema.Literals(["listing", "counting", "contents"]),
  processed: Schema.Int,
  total: Schema.NullOr(Schema.Int),
  percent: Schema.Int
}).annotate({ identifier: "UsageProgress" })
export type UsageProgress = typeof UsageProgress.Type

export const UsageRows = Schema.Struct({ buckets: Schema.Array(BucketUsage) }).annotate({ identifier: "UsageRows" })

export const UsageEvent = Schema.Union([
  streamEvent("progress", UsageProgress),
  streamEvent("rows", UsageRows),
  streamEvent("result", UsageSnapshot)
])
export type UsageEvent = typeof UsageEvent.Type

const MAX_SHARES = 50

export interface UsageSum {
  readonly statistics: UsageStatistics
  readonly distribution: ReadonlyArray<UsageShare>
}

export const addUsage = (
  sum: UsageSum,
  chunk: ReadonlyArray<{
    readonly name: string
    readonly used_bytes: number | null
    readonly object_count: number | null
  }>
): UsageSum => {
  const shares = chunk.map(
    (bucket): UsageShare => ({
      name: bucket.name,
      used_bytes: bucket.used_bytes ?? 0,
      object_count: bucket.object_count ?? 0
    })
  )
  const all = [...sum.distribution, ...shares]
  const byObjects = new Set(
    all.toSorted((a, b) => b.object_count - a.object_count || (a.name < b.name ? -1 : 1)).slice(0, MAX_SHARES)
  )
  return {
    statistics: {
      bucket_count: sum.statistics.bucket_count + chunk.length,
      object_count: sum.statistics.object_count + shares.reduce((total, share) => total + share.object_count, 0),
      used_bytes: sum.statistics.used_bytes + shares.reduce((total, share) => total + share.used_bytes, 0),
      unavailable_count: sum.statistics.unavailable_count + chunk.filter((bucket) => bucket.used_bytes === null).length
    },
    distribution: all
      .toSorted((a, b) => b.used_bytes - a.used_bytes || (a.name < b.name ? -1 : 1))
      .filter((share, place) => place < MAX_SHARES || byObjects.has(share))
  }
}

export const noUsage: UsageSum = {
  statistics: { bucket_count: 0, object_count: 0, used_bytes: 0, unavailable_count: 0 },
  distribution: []
}

export const subtractBuckets = (
  sum: UsageSum,
  deleted: ReadonlyArray<{
    readonly name: string
    readonly used_bytes: number | null
    readonly object_count: number | null
  }>
): UsageSum => {
  if (deleted.length === 0) return sum
  const names = new Set(deleted.map(({ name }) => name))
  const less = addUsage(noUsage, deleted).statistics
  const { bucket_count, object_count, unavailable_count, used_bytes } = sum.statistics
  return {
    statistics: {
      bucket_count: bucket_count - less.bucket_count,
      object_count: object_count - less.object_count,
      used_bytes: used_bytes - less.used_bytes,
      unavailable_count: unavailable_count - less.unavailable_count
    },
    distribution: sum.distribution.filter(({ name }) => !names.has(name))
  }
}

/** Percent from 0 to 99: 100 is reserved for the end. */
export const percentOf = (processed: number, total: number | null): number =>
  total === null || total <= 0 ? 0 : Math.max(0, Math.min(99, Math.floor((processed / total) * 100)))

export const nonDecreasing = (previous: number, next: number): number => Math.max(previous, next)
