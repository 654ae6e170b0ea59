import { Schema } from "effect"

const Count = Schema.Int
const Known = Schema.NullOr(Schema.Int)

const TroubledEndpoint = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  state: Schema.Literals(["degraded", "down"]),
  error: Schema.NullOr(Schema.String),
  since: Schema.String
}).annotate({ identifier: "TroubledEndpoint" })

const OpenIncident = Schema.Struct({
  storage_endpoint_id: Schema.Int,
  name: Schema.String,
  started_at: Schema.String,
  summary: Schema.String
}).annotate({ identifier: "OpenIncident" })

export const StoredTotal = Schema.Struct({
  used_bytes: Known,
  object_count: Known,
  bucket_count: Known,
  counted: Count,
  unknown: Count,
  as_of: Schema.NullOr(Schema.String)
}).annotate({ identifier: "StoredTotal" })

const Attention = Schema.Struct({
  stale_listings: Count,
  failed_jobs: Count,
  unknown_changes: Count,
  expiring_tokens: Count,
  expiring_connections: Count,
  pending_link_requests: Count,
  differing_accounts: Count,
  differing_s3_users: Count,
  failed_sign_ins: Count
}).annotate({ identifier: "Attention" })

export const StatsSummary = Schema.Struct({
  endpoints: Schema.Struct({ total: Count, up: Count, degraded: Count, down: Count, unchecked: Count }),
  troubled_endpoints: Schema.Array(TroubledEndpoint),
  open_incidents: Schema.Array(OpenIncident),
  accounts: Count,
  s3_users: Count,
  connections: Count,
  users: Schema.Struct({ total: Count, active: Count }),
  storage: StoredTotal,
  attention: Attention,
  generated_at: Schema.String
}).annotate({ identifier: "StatsSummary" })
export type StatsSummary = typeof StatsSummary.Type

const EndpointStorage = Schema.Struct({
  storage_endpoint_id: Schema.Int,
  name: Schema.String,
  ...StoredTotal.fields
}).annotate({ identifier: "EndpointStorage" })

const LargestOwner = Schema.Struct({
  kind: Schema.Literals(["account", "s3_user"]),
  id: Schema.Int,
  name: Schema.String,
  storage_endpoint_name: Schema.String,
  used_bytes: Schema.Int,
  object_count: Schema.Int,
  bucket_count: Schema.Int,
  as_of: Schema.String
}).annotate({ identifier: "LargestOwner" })

const StorageDay = Schema.Struct({
  day: Schema.String,
  storage_endpoint_id: Schema.Int,
  used_bytes: Schema.Int,
  object_count: Schema.Int
}).annotate({ identifier: "StorageDay" })

export const StatsStorage = Schema.Struct({
  total: StoredTotal,
  endpoints: Schema.Array(EndpointStorage),
  largest: Schema.Array(LargestOwner),
  history: Schema.Array(StorageDay)
}).annotate({ identifier: "StatsStorage" })
export type StatsStorage = typeof StatsStorage.Type

/** `off`: the usage log is disabled here; `waiting`: not collected yet. */
const TrafficSource = Schema.Struct({
  storage_endpoint_id: Schema.Int,
  name: Schema.String,
  state: Schema.Literals(["collected", "failed", "waiting", "off"]),
  collected_at: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.String)
}).annotate({ identifier: "TrafficSource" })

const traffic = {
  operations: Schema.Int,
  successful_operations: Schema.Int,
  bytes_sent: Schema.Int,
  bytes_received: Schema.Int
}
const TrafficDay = Schema.Struct({ day: Schema.String, storage_endpoint_id: Schema.Int, ...traffic }).annotate({
  identifier: "TrafficDay"
})
const TrafficOwner = Schema.Struct({
  owner: Schema.String,
  storage_endpoint_id: Schema.Int,
  name: Schema.NullOr(Schema.String),
  ...traffic
}).annotate({ identifier: "TrafficOwner" })

export const StatsTraffic = Schema.Struct({
  sources: Schema.Array(TrafficSource),
  days: Schema.Array(TrafficDay),
  busiest: Schema.Array(TrafficOwner)
}).annotate({ identifier: "StatsTraffic" })
export type StatsTraffic = typeof StatsTraffic.Type

export const statsQuery = { days: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 366 }))) }

export const UsageHistoryReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  reason: Schema.NullOr(Schema.Literals(["lease_held", "disabled"])),
  stored_count: Count,
  unknown_count: Count,
  sampled_count: Count,
  traffic_endpoint_count: Count,
  failed_endpoint_count: Count,
  purged_count: Count
}).annotate({ identifier: "UsageHistoryReport" })
export type UsageHistoryReport = typeof UsageHistoryReport.Type
