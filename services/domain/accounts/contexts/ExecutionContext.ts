import { Schema } from "effect"
import { connectionFaults } from "../usability.ts"

export const ContextWorkspace = Schema.Literals(["manager", "browser"]).annotate({ identifier: "ContextWorkspace" })
export type ContextWorkspace = typeof ContextWorkspace.Type

export const ContextCapabilities = Schema.Struct({
  can_manage_buckets: Schema.Boolean,
  can_manage_iam: Schema.Boolean,
  can_browse_objects: Schema.Boolean,
  has_admin_ops: Schema.Boolean
}).annotate({ identifier: "ContextCapabilities" })
export type ContextCapabilities = typeof ContextCapabilities.Type

export const ExecutionContext = Schema.Struct({
  kind: Schema.Literals(["account", "connection", "s3_user", "cluster"]),
  /** Canonical id: `12`, `conn-8`, `s3u-3`; `cluster-2` for all buckets of an endpoint. */
  id: Schema.String,
  name: Schema.String,
  endpoint_id: Schema.NullOr(Schema.Int),
  endpoint_name: Schema.String,
  endpoint_url: Schema.String,
  endpoint_is_default: Schema.Boolean,
  endpoint_is_sandbox: Schema.Boolean,
  capabilities: ContextCapabilities,
  tags: Schema.Array(Schema.Struct({ label: Schema.String, color: Schema.String })),
  expires_at: Schema.NullOr(Schema.String),
  unusable_reason: Schema.NullOr(Schema.Literals(connectionFaults)),
  /** Folders to which the context is limited; absent: no limit. `prefix` ends with a slash; empty: the whole bucket. */
  folders: Schema.optionalKey(Schema.Array(Schema.Struct({ bucket_name: Schema.String, prefix: Schema.String })))
}).annotate({ identifier: "ExecutionContext" })
export type ExecutionContext = typeof ExecutionContext.Type
