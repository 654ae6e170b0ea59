import type { AuditLogEntry, AuditQuery } from "#domain/platform/audit/AuditLog.ts"
import type { CursorPage } from "#domain/platform/Cursor.ts"
import { Context, type Effect } from "effect"

/** The audit trail as it is read. Nothing of it is ever changed. */
export class AuditRecords extends Context.Service<AuditRecords, {
  /** Newest first. */
  readonly page: (query: AuditQuery) => Effect.Effect<CursorPage<AuditLogEntry>>
  readonly one: (id: number) => Effect.Effect<AuditLogEntry | null>
  /** The sealed entries behind a link, in the order of the chain: at most `limit`. */
  readonly sealedAfter: (seq: number, limit: number) => Effect.Effect<ReadonlyArray<AuditLogEntry>>
  /** The last link. */
  readonly lastSealed: Effect.Effect<number>
}>()("stowage/services/platform/audit/AuditRecords") {}
