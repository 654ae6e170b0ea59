import { Schema } from "effect"

export const AccessLayer = Schema.Literals([
  "public_access_block",
  "identity_policy",
  "bucket_policy",
  "account_root",
  "acl",
  "owner"
])
export type AccessLayer = typeof AccessLayer.Type

export const DecidingStatement = Schema.Struct({
  index: Schema.Int,
  sid: Schema.NullOr(Schema.String),
  effect: Schema.Literals(["Allow", "Deny"]),
  policy: Schema.Int
}).annotate({ identifier: "DecidingStatement" })

/** `silent`: no match; `not_asked`: not consulted; `unknown`: unreadable. */
export const LayerVerdict = Schema.Struct({
  layer: AccessLayer,
  verdict: Schema.Literals(["allow", "deny", "silent", "not_asked", "unknown"]),
  statements: Schema.Array(DecidingStatement),
  why: Schema.String
}).annotate({ identifier: "LayerVerdict" })
export type LayerVerdict = typeof LayerVerdict.Type

/** `decided_by` null: no layer allowed it. `unknown`: depends on unreadable parts, which `why` names. */
export const AccessDecision = Schema.Struct({
  outcome: Schema.Literals(["allowed", "denied", "unknown"]),
  decided_by: Schema.NullOr(AccessLayer),
  why: Schema.String,
  layers: Schema.Array(LayerVerdict)
}).annotate({ identifier: "AccessDecision" })
export type AccessDecision = typeof AccessDecision.Type
