import { Schema } from "effect"

/** Last hour, 24 hours, 7 or 30 days. The log has whole UTC hours; the current one is incomplete. */
export const trafficPeriods = ["hour", "day", "week", "month"] as const
export type TrafficPeriod = (typeof trafficPeriods)[number]

const sums = {
  operations: Schema.Int,
  successful_operations: Schema.Int,
  bytes_sent: Schema.Int,
  bytes_received: Schema.Int
}

export const TrafficSums = Schema.Struct(sums).annotate({ identifier: "TrafficSums" })
export type TrafficSums = typeof TrafficSums.Type

/** Steps without traffic are included with zeros. */
const TrafficStep = Schema.Struct({ at: Schema.String, ...sums }).annotate({ identifier: "TrafficStep" })
/** RGW's name, e.g. `get_obj`. */
const TrafficOperation = Schema.Struct({ operation: Schema.String, ...sums }).annotate({
  identifier: "TrafficOperation"
})
/** Empty: calls that name no bucket, such as ListBuckets. */
const TrafficBucket = Schema.Struct({ bucket: Schema.String, ...sums }).annotate({ identifier: "TrafficBucket" })

export const TrafficEvidence = Schema.Struct({
  /** `empty`: no traffic, or the gateway has no usage log; `no_admin_key`: no Admin Ops key; `off`: disabled here. */
  state: Schema.Literals(["known", "empty", "no_admin_key", "off", "refused"]),
  text: Schema.String,
  /** E.g. `GET /admin/usage?uid=…`; null: no request. */
  request: Schema.NullOr(Schema.String),
  code: Schema.NullOr(Schema.String),
  status: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "TrafficEvidence" })
export type TrafficEvidence = typeof TrafficEvidence.Type

export const UsageTraffic = Schema.Struct({
  evidence: TrafficEvidence,
  from: Schema.String,
  to: Schema.String,
  /** An hour; for a month, a day. */
  step_seconds: Schema.Int,
  total: TrafficSums,
  series: Schema.Array(TrafficStep),
  by_operation: Schema.Array(TrafficOperation),
  /** Top 50 by bytes. */
  by_bucket: Schema.Array(TrafficBucket),
  bucket_count: Schema.Int,
  /** Time of the gateway's answer, which is cached for ten seconds. */
  read_at: Schema.String
}).annotate({ identifier: "UsageTraffic" })
export type UsageTraffic = typeof UsageTraffic.Type
