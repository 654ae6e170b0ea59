import type { AuditEntry } from "#domain/audit/AuditEntry.ts"

/** Whoever runs the operator's program on the machine itself: known to the system there, not to us. */
export const operatorActor: AuditEntry["actor"] = { user_id: null, email: null, role: null, via: "operator" }
