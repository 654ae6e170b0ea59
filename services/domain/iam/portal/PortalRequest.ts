import { Schema } from "effect"
import { ExistingBucketName } from "../../buckets/BucketName.ts"
import { RowId } from "../../platform/RowId.ts"
import { FilledText, Name, Text } from "../../platform/Text.ts"
import { SpacePrefix, SpaceRight } from "./StorageSpace.ts"

export const MAX_REQUESTS = 200

const note = { note: Schema.optionalKey(Text(1_000)) }
const Size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))

export const QuotaRequest = Schema.Struct({ storage_space_id: RowId, max_size_bytes: Size, ...note })
export const SpaceRequest = Schema.Struct({ name: Name(100), bucket_name: ExistingBucketName, ...note })
/** People do not see spaces that they have no right to: they name it, and the decider chooses it. */
export const AccessRequest = Schema.Struct({ space_name: Name(100), right: SpaceRight, ...note })

export const CreatePortalRequest = Schema.Union([
  Schema.Struct({ type: Schema.tag("quota"), payload: QuotaRequest }),
  Schema.Struct({ type: Schema.tag("space"), payload: SpaceRequest }),
  Schema.Struct({ type: Schema.tag("access"), payload: AccessRequest })
]).annotate({ identifier: "CreatePortalRequest" })
export type CreatePortalRequest = typeof CreatePortalRequest.Type

export const QuotaGrant = Schema.Struct({ storage_space_id: RowId, max_size_bytes: Size })
export const SpaceGrantResult = Schema.Struct({
  name: Name(100),
  bucket_name: ExistingBucketName,
  prefix: Schema.optionalKey(SpacePrefix),
  existing_bucket: Schema.optionalKey(Schema.Boolean)
})
export const AccessGrant = Schema.Struct({ storage_space_id: RowId, right: SpaceRight })

export const ApprovePortalRequest = Schema.Struct({
  result: Schema.Union([QuotaGrant, SpaceGrantResult, AccessGrant]),
  expires_at: Schema.optionalKey(Schema.DateTimeUtcFromString)
}).annotate({ identifier: "ApprovePortalRequest" })
export type ApprovePortalRequest = typeof ApprovePortalRequest.Type

export const RejectPortalRequest = Schema.Struct({ reason: FilledText(1_000) }).annotate({
  identifier: "RejectPortalRequest"
})

export const requestTypes = ["quota", "space", "access"] as const
export const requestStates = ["pending", "approved", "rejected", "withdrawn", "expired"] as const
const JsonObject = Schema.Record(Schema.String, Schema.Json)

/**
 * Null: `result` unless approved, `reason` unless rejected, `decided_at` until one of both, `expires_at` for no end.
 */
export const PortalRequest = Schema.Struct({
  id: Schema.Int,
  type: Schema.Literals(requestTypes),
  user_id: Schema.Int,
  email: Schema.String,
  payload: JsonObject,
  state: Schema.Literals(requestStates),
  result: Schema.NullOr(JsonObject),
  reason: Schema.NullOr(Schema.String),
  created_at: Schema.String,
  decided_at: Schema.NullOr(Schema.String),
  expires_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "PortalRequest" })
export type PortalRequest = typeof PortalRequest.Type
export const PortalRequests = Schema.Struct({ items: Schema.Array(PortalRequest) }).annotate({
  identifier: "PortalRequests"
})

/** State before the approval. Null: no right to the space, or no quota of the bucket. */
export const RequestUndo = Schema.Union([
  Schema.Struct({ space_id: Schema.Int, right: Schema.NullOr(SpaceRight) }),
  Schema.Struct({ bucket: Schema.String, quota: Schema.NullOr(JsonObject) })
])
export type RequestUndo = typeof RequestUndo.Type

export const PortalExpiryReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  reason: Schema.NullOr(Schema.Literals(["lease_held"])),
  expired_count: Schema.Int,
  resumed_count: Schema.Int,
  failed_count: Schema.Int
}).annotate({ identifier: "PortalExpiryReport" })
export type PortalExpiryReport = typeof PortalExpiryReport.Type

/** Null for folders, and until the bucket is measured. */
const SpaceUsage = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  bucket_name: Schema.String,
  prefix: Schema.String,
  used_bytes: Schema.NullOr(Schema.Int),
  object_count: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "SpaceUsage" })

export const AccountQuotaState = Schema.Literals(["limited", "unlimited", "unknown"]).annotate({
  identifier: "AccountQuotaState"
})
export type AccountQuotaState = typeof AccountQuotaState.Type

export const PortalUsage = Schema.Struct({
  spaces: Schema.Array(SpaceUsage),
  /** Sum of the measured spaces; each bucket counts once. */
  used_bytes: Schema.Int,
  unmeasured_count: Schema.Int,
  account_quota_state: AccountQuotaState,
  /** Null unless `limited`. The share is also null while a space is not measured. */
  account_quota_bytes: Schema.NullOr(Schema.Int),
  quota_share_percent: Schema.NullOr(Schema.Finite)
}).annotate({ identifier: "PortalUsage" })
export type PortalUsage = typeof PortalUsage.Type
