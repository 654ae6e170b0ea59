import { Schema } from "effect"

/** Which console workspace asks for contexts. */
export const ContextWorkspace = Schema.Literals(["manager", "browser"]).annotate({ identifier: "ContextWorkspace" })
export type ContextWorkspace = typeof ContextWorkspace.Type

/** What the gateway behind a context is known to do; from the endpoint's detected features. */
export const ContextCapabilities = Schema.Struct({
  can_manage_buckets: Schema.Boolean,
  can_manage_iam: Schema.Boolean,
  can_browse_objects: Schema.Boolean,
  has_admin_ops: Schema.Boolean
}).annotate({ identifier: "ContextCapabilities" })
export type ContextCapabilities = typeof ContextCapabilities.Type

/** One entry of `GET /api/me/execution-contexts`: what a user may act as. */
export const ExecutionContext = Schema.Struct({
  kind: Schema.Literals(["account", "connection", "s3_user"]),
  /** Canonical id: `12`, `conn-8`, `s3u-3`. */
  id: Schema.String,
  name: Schema.String,
  /** Null only for custom connections. */
  endpoint_id: Schema.NullOr(Schema.Int),
  endpoint_name: Schema.String,
  endpoint_url: Schema.String,
  endpoint_is_default: Schema.Boolean,
  /** The built-in gateway for trying things out. */
  endpoint_is_sandbox: Schema.Boolean,
  capabilities: ContextCapabilities
}).annotate({ identifier: "ExecutionContext" })
export type ExecutionContext = typeof ExecutionContext.Type
