import type { AuditEntry } from "#domain/AuditEntry.ts"
import { type Caller, callerUser, mayManage, type UiRole } from "#domain/Caller.ts"
import { Forbidden, NotFound } from "#domain/Errors.ts"
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

export const noUser = (id: number) => new NotFound({ entity: "User", id: String(id) })

const privileged = new Forbidden({ code: "forbidden", detail: "Privileged accounts are a superadmin's to manage" })

/** Why this caller may not manage an account of this role; null: they may. */
export const refuseManaging = (caller: Caller, role: UiRole): Forbidden | null => {
  const actor = callerUser(caller)
  return actor !== null && mayManage(actor.role, role) ? null : privileged
}
