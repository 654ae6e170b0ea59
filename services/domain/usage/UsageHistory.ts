import { Schema } from "effect"
import { PrefixShare } from "./UsageContents.ts"

const Known = Schema.NullOr(Schema.Int)

export const UsageDay = Schema.Struct({
  day: Schema.String,
  bucket_count: Schema.Int,
  object_count: Known,
  used_bytes: Known
}).annotate({ identifier: "UsageDay" })
export type UsageDay = typeof UsageDay.Type

export const UsageSeries = Schema.Struct({
  days: Schema.Array(UsageDay),
  kept_days: Schema.Int,
  /** False for connections, which are measured by recounts only. */
  collected: Schema.Boolean
}).annotate({ identifier: "UsageSeries" })
export type UsageSeries = typeof UsageSeries.Type

export const GrownBucket = Schema.Struct({
  name: Schema.String,
  from_day: Schema.String,
  to_day: Schema.String,
  used_bytes: Schema.Int,
  object_count: Schema.Int,
  grown_bytes: Schema.Int,
  grown_objects: Schema.Int,
  is_new: Schema.Boolean
}).annotate({ identifier: "GrownBucket" })

export const UsageGrowth = Schema.Struct({
  from_day: Schema.NullOr(Schema.String),
  to_day: Schema.NullOr(Schema.String),
  buckets: Schema.Array(GrownBucket),
  prefixes: Schema.NullOr(Schema.Array(PrefixShare)),
  prefixes_looked_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "UsageGrowth" })
export type UsageGrowth = typeof UsageGrowth.Type

export const growthMeasures = ["used_bytes", "object_count"] as const
export type GrowthMeasure = (typeof growthMeasures)[number]

export const Days = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_660 }))
