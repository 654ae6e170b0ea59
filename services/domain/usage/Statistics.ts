import { Schema } from "effect"

const Count = Schema.Int
/** Null: nobody knows. */
const Known = Schema.NullOr(Schema.Int)

/** An endpoint that does not answer as it should. */
const TroubledEndpoint = Schema.Struct({
  id: Schema.Int, name: Schema.String, state: Schema.Literals(["degraded", "down"]), error: Schema.NullOr(Schema.String), since: Schema.String
}).annotate({ identifier: "TroubledEndpoint" })

const OpenIncident = Schema.Struct({
  storage_endpoint_id: Schema.Int, name: Schema.String, started_at: Schema.String, summary: Schema.String
}).annotate({ identifier: "OpenIncident" })

/** What is held by the accounts and RGW users whose buckets were counted; null while none was. */
export const StoredTotal = Schema.Struct({
  used_bytes: Known,
  object_count: Known,
  bucket_count: Known,
  /** Of how many accounts and RGW users it is the sum … */
  counted: Count,
  /** … and of how many nothing, or not all, is known. */
  unknown: Count,
  /** When the oldest part of the sum was counted. */
  as_of: Schema.NullOr(Schema.String)
}).annotate({ identifier: "StoredTotal" })

/** Everything that might want somebody, as counts; 0 is calm. */
const Attention = Schema.Struct({
  /** Bucket listings whose last refresh failed: what is shown of them is old. */
  stale_listings: Count,
  /** Jobs whose last run ended in failure, or never ended. */
  failed_jobs: Count,
  /** Changes of a gateway of the last week whose outcome nobody knows. */
  unknown_changes: Count,
  /** API tokens that end within a week. */
  expiring_tokens: Count,
  /** Connections whose temporary credentials end within a day, or have ended. */
  expiring_connections: Count,
  pending_link_requests: Count,
  /** Registered RGW accounts, and RGW users, that differ from their gateways. */
  differing_accounts: Count,
  differing_s3_users: Count,
  /** Refused sign-ins of the last 24 hours. */
  failed_sign_ins: Count
}).annotate({ identifier: "Attention" })

/** `GET /api/admin/stats/summary`: is everything all right? */
export const StatsSummary = Schema.Struct({
  endpoints: Schema.Struct({ total: Count, up: Count, degraded: Count, down: Count, unchecked: Count }),
  /** At most ten, those that are down first. */
  troubled_endpoints: Schema.Array(TroubledEndpoint),
  /** Incidents of endpoints that are going on, at most ten, the oldest first. */
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

const EndpointStorage = Schema.Struct({ storage_endpoint_id: Schema.Int, name: Schema.String, ...StoredTotal.fields }).annotate({ identifier: "EndpointStorage" })

/** One of those that hold most. */
const LargestOwner = Schema.Struct({
  kind: Schema.Literals(["account", "s3_user"]), id: Schema.Int, name: Schema.String, storage_endpoint_name: Schema.String,
  used_bytes: Schema.Int, object_count: Schema.Int, bucket_count: Schema.Int, as_of: Schema.String
}).annotate({ identifier: "LargestOwner" })

/** What was written down for an endpoint on a day; a day without one was not measured. */
const StorageDay = Schema.Struct({ day: Schema.String, storage_endpoint_id: Schema.Int, used_bytes: Schema.Int, object_count: Schema.Int })
  .annotate({ identifier: "StorageDay" })

export const StatsStorage = Schema.Struct({
  total: StoredTotal,
  endpoints: Schema.Array(EndpointStorage),
  /** The twenty that hold most. */
  largest: Schema.Array(LargestOwner),
  history: Schema.Array(StorageDay)
}).annotate({ identifier: "StatsStorage" })
export type StatsStorage = typeof StatsStorage.Type

/** Why there is, or is no traffic of an endpoint: `off`: its usage log is switched off here; `waiting`: it was not looked at yet. */
const TrafficSource = Schema.Struct({
  storage_endpoint_id: Schema.Int, name: Schema.String, state: Schema.Literals(["collected", "failed", "waiting", "off"]),
  collected_at: Schema.NullOr(Schema.String), error: Schema.NullOr(Schema.String)
}).annotate({ identifier: "TrafficSource" })

const traffic = { operations: Schema.Int, successful_operations: Schema.Int, bytes_sent: Schema.Int, bytes_received: Schema.Int }
const TrafficDay = Schema.Struct({ day: Schema.String, storage_endpoint_id: Schema.Int, ...traffic }).annotate({ identifier: "TrafficDay" })
/** `owner`: whom the gateway counts it to, an account's id or a user's. */
const TrafficOwner = Schema.Struct({ owner: Schema.String, storage_endpoint_id: Schema.Int, name: Schema.NullOr(Schema.String), ...traffic }).annotate({ identifier: "TrafficOwner" })

export const StatsTraffic = Schema.Struct({
  sources: Schema.Array(TrafficSource),
  days: Schema.Array(TrafficDay),
  /** The twenty with most bytes in the period. */
  busiest: Schema.Array(TrafficOwner)
}).annotate({ identifier: "StatsTraffic" })
export type StatsTraffic = typeof StatsTraffic.Type

/** How far back; 30 days unless said. */
export const statsQuery = { days: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 366 }))) }

/** What a run of the daily collection did. */
export const UsageHistoryReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  reason: Schema.NullOr(Schema.Literals(["lease_held", "disabled"])),
  /** Accounts and RGW users written down … */
  stored_count: Count,
  /** … and those of which too little is known. */
  unknown_count: Count,
  traffic_endpoint_count: Count,
  failed_endpoint_count: Count,
  purged_count: Count
}).annotate({ identifier: "UsageHistoryReport" })
export type UsageHistoryReport = typeof UsageHistoryReport.Type
