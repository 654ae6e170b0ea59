import type { AuditEntry } from "#domain/audit/AuditEntry.ts"
import { type Caller, callerUser } from "#domain/access/Caller.ts"

/** Who an audit entry names for a caller, and by which way they came. */
export const auditActor = (caller: Caller): AuditEntry["actor"] => {
  const user = callerUser(caller)
  const via = caller._tag === "Token" ? "token" : caller._tag === "Internal" ? "job" : "session"
  // an access key is a name, not a secret; whoever holds it has no account
  const email = caller._tag === "S3Session" ? `s3:${caller.access_key}` : user?.email ?? null
  return { user_id: user?.id ?? null, email, role: user?.role ?? null, via }
}
