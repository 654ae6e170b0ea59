import { Schema } from "effect"

/** A key of the sandbox gateway, as S3 programs need it. */
export const SandboxKey = Schema.Struct({
  account_name: Schema.String,
  rgw_account_id: Schema.String,
  access_key: Schema.String,
  /** In clear: the sandbox is for trying out, see docs/decisions/gateways.md. */
  secret_key: Schema.RedactedFromValue(Schema.String)
}).annotate({ identifier: "SandboxKey" })
export type SandboxKey = typeof SandboxKey.Type

/** What an S3 program needs to use the sandbox gateway, which listens on this machine only. */
export const SandboxAccess = Schema.Struct({
  url: Schema.String,
  region: Schema.String,
  keys: Schema.Array(SandboxKey)
}).annotate({ identifier: "SandboxAccess" })
export type SandboxAccess = typeof SandboxAccess.Type
