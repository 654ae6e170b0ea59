import type { AuditEntry } from "#domain/audit/AuditEntry.ts"
import type { Caller } from "#domain/access/Caller.ts"
import { auditActor } from "#services/audit/auditActor.ts"

interface Target {
  readonly id: number
  readonly email: string
}

/** An entry about what an administrator did to a user. */
export const userEntry = (
  caller: Caller, target: Target, action: string, message: string, metadata: AuditEntry["metadata"] = {}
): AuditEntry => ({
  actor: auditActor(caller),
  scope: "admin",
  action,
  entity: { type: "ui_user", id: String(target.id), label: target.email },
  status: "success",
  message,
  metadata
})
