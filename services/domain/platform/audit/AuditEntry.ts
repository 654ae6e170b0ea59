import { Schema } from "effect"
import { UiRole } from "../access/Caller.ts"

/** What an entry is about. `id` null: it had none yet, or has none at all. */
export const AuditEntity = Schema.Struct({ type: Schema.String, id: Schema.NullOr(Schema.String), label: Schema.NullOr(Schema.String) })
export type AuditEntity = typeof AuditEntity.Type

/** Where an entry belongs: a workspace, or signing in. The listing is looked up by it: another one is a word here first. */
export const auditScopes = ["admin", "auth", "manager", "browser", "portal", "cluster-admin", "storage-ops", "profile", "setup"] as const
export const AuditScope = Schema.Literals(auditScopes).annotate({ identifier: "AuditScope" })
export type AuditScope = typeof AuditScope.Type

/** One control-plane, security, configuration or workflow event. Never object data, secrets, codes or subjects. */
export const AuditEntry = Schema.Struct({
  actor: Schema.Struct({
    user_id: Schema.NullOr(Schema.Int),
    email: Schema.NullOr(Schema.String),
    role: Schema.NullOr(UiRole),
    via: Schema.Literals(["session", "token", "job", "operator"])
  }),
  scope: AuditScope,
  /** `noun.verb`, e.g. `bucket.create`. */
  action: Schema.String,
  entity: AuditEntity,
  /** `unknown`: a gateway was asked for it, and nobody can tell any more whether it did it. */
  status: Schema.Literals(["success", "failure", "denied", "unknown"]),
  message: Schema.String,
  metadata: Schema.Record(Schema.String, Schema.Json)
})
export type AuditEntry = typeof AuditEntry.Type
