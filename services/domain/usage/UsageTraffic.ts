import { Schema } from "effect"

/** The log has whole UTC hours; the current one is incomplete. */
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

const TrafficStep = Schema.Struct({ at: Schema.String, ...sums }).annotate({ identifier: "TrafficStep" })
const TrafficOperation = Schema.Struct({ operation: Schema.String, ...sums }).annotate({
  identifier: "TrafficOperation"
})
/** Two owners may have buckets of one name, in different tenants. */
const TrafficBucket = Schema.Struct({ bucket: Schema.String, owner: Schema.String, ...sums }).annotate({
  identifier: "TrafficBucket"
})
const TrafficOfOwner = Schema.Struct({ owner: Schema.String, ...sums }).annotate({ identifier: "TrafficOfOwner" })

export const TrafficEvidence = Schema.Struct({
  /** `empty`: no traffic, or the gateway has no usage log; `no_admin_key`: no Admin Ops key; `off`: disabled here. */
  state: Schema.Literals(["known", "empty", "no_admin_key", "off", "refused"]),
  text: Schema.String,
  request: Schema.NullOr(Schema.String),
  code: Schema.NullOr(Schema.String),
  status: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "TrafficEvidence" })
export type TrafficEvidence = typeof TrafficEvidence.Type

export const UsageTraffic = Schema.Struct({
  evidence: TrafficEvidence,
  from: Schema.String,
  to: Schema.String,
  step_seconds: Schema.Int,
  total: TrafficSums,
  series: Schema.Array(TrafficStep),
  by_operation: Schema.Array(TrafficOperation),
  by_bucket: Schema.Array(TrafficBucket),
  bucket_count: Schema.Int,
  by_owner: Schema.Array(TrafficOfOwner),
  owner_count: Schema.Int,
  read_at: Schema.String
}).annotate({ identifier: "UsageTraffic" })
export type UsageTraffic = typeof UsageTraffic.Type
