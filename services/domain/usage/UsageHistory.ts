import { Schema } from "effect"
import { PrefixShare } from "./UsageContents.ts"

const Known = Schema.NullOr(Schema.Int)

/** What there was on a day (UTC), as the last count of that day found it. A day without one was not measured. */
export const UsageDay = Schema.Struct({ day: Schema.String, bucket_count: Schema.Int, object_count: Known, used_bytes: Known }).annotate({ identifier: "UsageDay" })
export type UsageDay = typeof UsageDay.Type

/** A series for a chart, the oldest day first: of a context, or of one of its buckets (`bucket_count` is 1 then). */
export const UsageSeries = Schema.Struct({
  days: Schema.Array(UsageDay),
  /** Days that are kept; 0: for ever. */
  kept_days: Schema.Int,
  /** Whether it is written down every day, or only when somebody recounts: a connection is not among what is registered. */
  collected: Schema.Boolean
}).annotate({ identifier: "UsageSeries" })
export type UsageSeries = typeof UsageSeries.Type

/** How a bucket grew between the first and the last day on which it was measured within the period. */
export const GrownBucket = Schema.Struct({
  name: Schema.String,
  from_day: Schema.String,
  to_day: Schema.String,
  used_bytes: Schema.Int,
  object_count: Schema.Int,
  /** Below 0: it shrank. */
  grown_bytes: Schema.Int,
  grown_objects: Schema.Int,
  /** It was not there on the first day of the period. */
  is_new: Schema.Boolean
}).annotate({ identifier: "GrownBucket" })

/** What grows. */
export const UsageGrowth = Schema.Struct({
  /** First and last measured day of the period; null: there are fewer than two, and nothing can be said. */
  from_day: Schema.NullOr(Schema.String),
  to_day: Schema.NullOr(Schema.String),
  /** Those that grew most, at most 20. */
  buckets: Schema.Array(GrownBucket),
  /** Prefixes of all buckets by the bytes written to them lately, at most 20; null: nobody looked into the buckets, or this context may not browse objects. */
  prefixes: Schema.NullOr(Schema.Array(PrefixShare)),
  prefixes_looked_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "UsageGrowth" })
export type UsageGrowth = typeof UsageGrowth.Type

export const growthMeasures = ["used_bytes", "object_count"] as const
export type GrowthMeasure = typeof growthMeasures[number]

/** How far back, in days. */
export const Days = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_660 }))
