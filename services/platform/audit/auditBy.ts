import { type Caller, callerUser, type CallerUser } from "#domain/platform/access/Caller.ts"
import type { AuditEntity, AuditEntry } from "#domain/platform/audit/AuditEntry.ts"

/** Whom an entry names, and the workspace that it is counted to. */
export interface AuditBy {
  readonly actor: AuditEntry["actor"]
  readonly scope: AuditEntry["scope"]
}

/** A caller, and by which way they came. */
export const byCaller = (caller: Caller, scope: AuditEntry["scope"]): AuditBy => {
  if (caller._tag === "Operator") return byOperator(scope)
  const user = callerUser(caller)
  const via = caller._tag === "Token" ? "token" : caller._tag === "Internal" ? "job" : "session"
  // an access key is a name, not a secret; whoever holds it has no account
  const email = caller._tag === "S3Session" ? `s3:${caller.access_key}` : user?.email ?? null
  return { actor: { user_id: user?.id ?? null, email, role: user?.role ?? null, via }, scope }
}

/** Somebody about their own sign-in; null: somebody who is not known. */
export const byOneself = (user: CallerUser | null): AuditBy =>
  ({ actor: { user_id: user?.id ?? null, email: user?.email ?? null, role: user?.role ?? null, via: "session" }, scope: "auth" })

/** Whoever runs the operator's program on the machine itself: known to the system there, not to us. */
export const byOperator = (scope: AuditEntry["scope"]): AuditBy => ({ actor: { user_id: null, email: null, role: null, via: "operator" }, scope })

/** A user as what an entry is about. */
export const uiUser = (user: { readonly id: number; readonly email: string } | null): AuditEntity =>
  ({ type: "ui_user", id: user === null ? null : String(user.id), label: user?.email ?? null })
