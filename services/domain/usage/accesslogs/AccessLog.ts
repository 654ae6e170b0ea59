import { Schema } from "effect"
import type { DateTime } from "effect"
import type { CursorQuery } from "../../platform/Cursor.ts"

export const accessLogActions = ["read", "list", "write", "copy", "delete", "configuration", "other"] as const
export const AccessLogAction = Schema.Literals(accessLogActions).annotate({ identifier: "AccessLogAction" })
export type AccessLogAction = typeof AccessLogAction.Type

export const accessLogResults = ["success", "denied", "not_found", "error"] as const
export const AccessLogResult = Schema.Literals(accessLogResults).annotate({ identifier: "AccessLogResult" })
export type AccessLogResult = typeof AccessLogResult.Type

/**
 * - `denied`: the gateway refuses the log bucket to the account
 * - `full`: a quota stops the gateway from writing the log
 * - `changed`: logging of the bucket, or the policy of the log bucket, was changed on the gateway
 * - `unreachable`: the gateway did not answer the last run, or not completely
 */
export const accessLogStates = [
  "on",
  "off",
  "denied",
  "full",
  "log_bucket_missing",
  "bucket_missing",
  "changed",
  "unreachable"
] as const
export type AccessLogState = (typeof accessLogStates)[number]

const spaceAccessLogs = {
  enabled: Schema.Boolean,
  state: Schema.Literals(accessLogStates),
  log_bucket: Schema.NullOr(Schema.String),
  collected_at: Schema.NullOr(Schema.String),
  refused_count: Schema.Int,
  retention_days: Schema.Int
}
export const SpaceAccessLogs = Schema.Struct(spaceAccessLogs).annotate({ identifier: "SpaceAccessLogs" })
export type SpaceAccessLogs = typeof SpaceAccessLogs.Type

export const AccessLogSpaces = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({ id: Schema.Int, name: Schema.String, bucket_name: Schema.String, ...spaceAccessLogs }).annotate({
      identifier: "AccessLogSpace"
    })
  )
}).annotate({ identifier: "AccessLogSpaces" })
export type AccessLogSpaces = typeof AccessLogSpaces.Type

export const UpdateSpaceAccessLogs = Schema.Struct({ enabled: Schema.Boolean }).annotate({
  identifier: "UpdateSpaceAccessLogs"
})

export const AccessLogEntry = Schema.Struct({
  id: Schema.Int,
  at: Schema.String,
  action: AccessLogAction,
  operation: Schema.String,
  bucket_name: Schema.String,
  path: Schema.NullOr(Schema.String),
  /** False: the key comes from a body or a header of the request, and may be forged. */
  path_checked: Schema.Boolean,
  space: Schema.NullOr(Schema.Struct({ id: Schema.Int, name: Schema.String })),
  result: AccessLogResult,
  status: Schema.Int,
  error_code: Schema.NullOr(Schema.String),
  identity: Schema.Struct({
    /** RGW uid; `anonymous` without credentials. Value of the filter `identity`. */
    id: Schema.String,
    name: Schema.String,
    email: Schema.NullOr(Schema.String)
  }),
  client_address: Schema.NullOr(Schema.String),
  user_agent: Schema.NullOr(Schema.String),
  auth: Schema.NullOr(Schema.Literals(["header", "query"])),
  request_id: Schema.String,
  version_id: Schema.NullOr(Schema.String),
  /** Size of the object; the gateway does not log bytes that it sent. */
  size_bytes: Schema.NullOr(Schema.Int),
  duration_ms: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "AccessLogEntry" })
export type AccessLogEntry = typeof AccessLogEntry.Type

const PositiveInt = Schema.FiniteFromString.check(
  Schema.isInt(),
  Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
)
export const AccessLogCursor = Schema.Tuple([PositiveInt, PositiveInt])
export type AccessLogCursor = typeof AccessLogCursor.Type

export interface AccessLogFilter {
  readonly action?: AccessLogAction
  readonly space?: number
  readonly path?: string
  readonly identity?: string
  readonly result?: AccessLogResult
  readonly from?: DateTime.Utc
  readonly to?: DateTime.Utc
}
export interface AccessLogQuery extends AccessLogFilter, CursorQuery<AccessLogCursor> {}

const reports = {
  status: Schema.Literals(["completed", "skipped"]),
  reason: Schema.NullOr(Schema.Literals(["lease_held"]))
}
export const AccessLogReport = Schema.Struct({
  ...reports,
  source_count: Schema.Int,
  failed_source_count: Schema.Int,
  object_count: Schema.Int,
  line_count: Schema.Int,
  refused_count: Schema.Int
}).annotate({ identifier: "AccessLogReport" })
export type AccessLogReport = typeof AccessLogReport.Type

export const accessLogResultOf = (status: number): AccessLogResult =>
  status >= 400 ? (status === 401 || status === 403 ? "denied" : status === 404 ? "not_found" : "error") : "success"
