import { Schema } from "effect"
import { workspaceIds } from "../access/workspaces.ts"
import { UiRole } from "../access/Caller.ts"

export const AuditEntity = Schema.Struct({
  type: Schema.String,
  id: Schema.NullOr(Schema.String),
  label: Schema.NullOr(Schema.String)
})
export type AuditEntity = typeof AuditEntity.Type

/** Listings filter by it, so a new scope is added here first. */
export const auditScopes = [...workspaceIds, "auth", "profile", "setup"] as const
export const AuditScope = Schema.Literals(auditScopes).annotate({ identifier: "AuditScope" })
export type AuditScope = typeof AuditScope.Type

/** Never holds object data, secrets, codes or subjects. */
export const AuditEntry = Schema.Struct({
  actor: Schema.Struct({
    user_id: Schema.NullOr(Schema.Int),
    email: Schema.NullOr(Schema.String),
    role: Schema.NullOr(UiRole),
    via: Schema.Literals(["session", "token", "job", "operator"])
  }),
  scope: AuditScope,
  action: Schema.String,
  entity: AuditEntity,
  /** `unknown`: the gateway was called and its outcome can no longer be determined. */
  status: Schema.Literals(["success", "failure", "denied", "unknown"]),
  message: Schema.String,
  metadata: Schema.Record(Schema.String, Schema.Json)
})
export type AuditEntry = typeof AuditEntry.Type
