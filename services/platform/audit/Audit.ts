import { Context, type Effect } from "effect"
import type { AuditEntry } from "#domain/platform/audit/AuditEntry.ts"

/** `record` runs inside the caller's transaction: if the entry cannot be written, the action fails too. */
export class Audit extends Context.Service<
  Audit,
  {
    readonly record: (entry: AuditEntry) => Effect.Effect<void>
    readonly recordMany: (entries: ReadonlyArray<AuditEntry>) => Effect.Effect<void>
  }
>()("stowage/services/platform/audit/Audit") {}
