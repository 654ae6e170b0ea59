import type { AuditEntry } from "#domain/audit/AuditEntry.ts"
import type { CallerUser } from "#domain/access/Caller.ts"

interface Event {
  readonly action: string
  readonly status: AuditEntry["status"]
  readonly message: string
  readonly metadata?: AuditEntry["metadata"]
}

/** An entry of the `auth` scope about a user's own doing; null: somebody who is not known. */
export const authEntry = (user: CallerUser | null, event: Event): AuditEntry => ({
  actor: { user_id: user?.id ?? null, email: user?.email ?? null, role: user?.role ?? null, via: "session" },
  scope: "auth",
  action: event.action,
  entity: { type: "ui_user", id: user === null ? null : String(user.id), label: user?.email ?? null },
  status: event.status,
  message: event.message,
  metadata: event.metadata ?? {}
})
