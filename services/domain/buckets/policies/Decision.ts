import { Schema } from "effect"

/** What can decide about a request, in the order in which it is asked. */
export const AccessLayer = Schema.Literals(["public_access_block", "identity_policy", "bucket_policy", "account_root", "acl", "owner"])
export type AccessLayer = typeof AccessLayer.Type

/** A statement that applied; `index` from 0. */
export const DecidingStatement = Schema.Struct({ index: Schema.Int, sid: Schema.NullOr(Schema.String), effect: Schema.Literals(["Allow", "Deny"]), policy: Schema.Int })
  .annotate({ identifier: "DecidingStatement" })

/** The verdict of one layer: silent says nothing, not_asked was not consulted, unknown could not be read. `why` is a sentence for people. */
export const LayerVerdict = Schema.Struct({
  layer: AccessLayer,
  verdict: Schema.Literals(["allow", "deny", "silent", "not_asked", "unknown"]),
  statements: Schema.Array(DecidingStatement),
  why: Schema.String
}).annotate({ identifier: "LayerVerdict" })
export type LayerVerdict = typeof LayerVerdict.Type

/**
 * The gateway's answer to a request, which layer decided (null: none said yes), and what each said. `unknown`: it depends on something
 * that could not be read; `why` names it.
 */
export const AccessDecision = Schema.Struct({
  outcome: Schema.Literals(["allowed", "denied", "unknown"]),
  decided_by: Schema.NullOr(AccessLayer),
  why: Schema.String,
  layers: Schema.Array(LayerVerdict)
}).annotate({ identifier: "AccessDecision" })
export type AccessDecision = typeof AccessDecision.Type
