import { Schema } from "effect"

/** How far back: the last hour, 24 hours, 7 days, 30 days. The log has whole hours (UTC); the present one is not over. */
export const trafficPeriods = ["hour", "day", "week", "month"] as const
export type TrafficPeriod = typeof trafficPeriods[number]

/** Calls and bytes. */
const sums = { operations: Schema.Int, successful_operations: Schema.Int, bytes_sent: Schema.Int, bytes_received: Schema.Int }

export const TrafficSums = Schema.Struct(sums).annotate({ identifier: "TrafficSums" })
export type TrafficSums = typeof TrafficSums.Type

/** A step of the series; one in which nothing was asked is there with zeros. */
const TrafficStep = Schema.Struct({ at: Schema.String, ...sums }).annotate({ identifier: "TrafficStep" })
/** An operation as RGW calls it, e.g. `get_obj`. */
const TrafficOperation = Schema.Struct({ operation: Schema.String, ...sums }).annotate({ identifier: "TrafficOperation" })
/** A bucket; empty: calls that name none, such as listing the buckets. */
const TrafficBucket = Schema.Struct({ bucket: Schema.String, ...sums }).annotate({ identifier: "TrafficBucket" })

/** What tells the traffic, or why nothing does. */
export const TrafficEvidence = Schema.Struct({
  /**
   * `known`: the log has something; `empty`: the gateway answered, with nothing of this owner: nobody asked, or it keeps no usage log;
   * `no_admin_key`: this context has no key for Admin Ops; `off`: the endpoint's usage log is switched off here; `refused`: the gateway refused.
   */
  state: Schema.Literals(["known", "empty", "no_admin_key", "off", "refused"]),
  /** One sentence. */
  text: Schema.String,
  /** What was asked, e.g. `GET /admin/usage?uid=…`; null: nothing was. */
  request: Schema.NullOr(Schema.String),
  /** The gateway's code and status of a refusal. */
  code: Schema.NullOr(Schema.String),
  status: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "TrafficEvidence" })
export type TrafficEvidence = typeof TrafficEvidence.Type

export const UsageTraffic = Schema.Struct({
  evidence: TrafficEvidence,
  from: Schema.String,
  to: Schema.String,
  /** Of the series: an hour, or for a month a day. */
  step_seconds: Schema.Int,
  total: TrafficSums,
  series: Schema.Array(TrafficStep),
  /** All, by calls. */
  by_operation: Schema.Array(TrafficOperation),
  /** The 50 with most bytes. */
  by_bucket: Schema.Array(TrafficBucket),
  bucket_count: Schema.Int,
  /** When the gateway was asked: an answer is kept for ten seconds. */
  read_at: Schema.String
}).annotate({ identifier: "UsageTraffic" })
export type UsageTraffic = typeof UsageTraffic.Type
