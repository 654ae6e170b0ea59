import { Schema } from "effect"

export const SandboxKey = Schema.Struct({
  account_name: Schema.String,
  rgw_account_id: Schema.String,
  access_key: Schema.String,
  /** In clear text on purpose: see docs/decisions/gateways.md. */
  secret_key: Schema.RedactedFromValue(Schema.String)
}).annotate({ identifier: "SandboxKey" })
export type SandboxKey = typeof SandboxKey.Type

export const SandboxAccess = Schema.Struct({
  url: Schema.String,
  region: Schema.String,
  keys: Schema.Array(SandboxKey)
}).annotate({ identifier: "SandboxAccess" })
export type SandboxAccess = typeof SandboxAccess.Type
