import { Context, type Effect } from "effect"
import type { AuditEntry } from "#domain/platform/audit/AuditEntry.ts"

/** The audit trail. `record` runs inside the caller's transaction: an action whose row cannot be written does not happen. */
export class Audit extends Context.Service<Audit, {
  readonly record: (entry: AuditEntry) => Effect.Effect<void>
}>()("stowage/services/platform/audit/Audit") {}
