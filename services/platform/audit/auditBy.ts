import { type Caller, callerUser, type CallerUser } from "#domain/platform/access/Caller.ts"
import type { AuditEntity, AuditEntry } from "#domain/platform/audit/AuditEntry.ts"

export interface AuditBy {
  readonly actor: AuditEntry["actor"]
  readonly scope: AuditEntry["scope"]
}

export const byCaller = (caller: Caller, scope: AuditEntry["scope"]): AuditBy => {
  if (caller._tag === "Operator") return byOperator(scope)
  const user = callerUser(caller)
  const via = caller._tag === "Token" ? "token" : caller._tag === "Internal" ? "job" : "session"
  // an access key is not a secret; an S3 session has no account
  const email = caller._tag === "S3Session" ? `s3:${caller.access_key}` : (user?.email ?? null)
  return { actor: { user_id: user?.id ?? null, email, role: user?.role ?? null, via }, scope }
}

export const byOneself = (user: CallerUser | null): AuditBy => ({
  actor: { user_id: user?.id ?? null, email: user?.email ?? null, role: user?.role ?? null, via: "session" },
  scope: "auth"
})

export const byOperator = (scope: AuditEntry["scope"]): AuditBy => ({
  actor: { user_id: null, email: null, role: null, via: "operator" },
  scope
})

export const uiUser = (user: { readonly id: number; readonly email: string } | null): AuditEntity => ({
  type: "ui_user",
  id: user === null ? null : String(user.id),
  label: user?.email ?? null
})
