import type { AuditLogEntry, AuditQuery } from "#domain/platform/audit/AuditLog.ts"
import type { CursorPage } from "#domain/platform/Cursor.ts"
import { Context, type Effect } from "effect"

export class AuditRecords extends Context.Service<
  AuditRecords,
  {
    readonly page: (query: AuditQuery) => Effect.Effect<CursorPage<AuditLogEntry>>
    readonly one: (id: number) => Effect.Effect<AuditLogEntry | null>
    readonly sealedAfter: (seq: number, limit: number) => Effect.Effect<ReadonlyArray<AuditLogEntry>>
    readonly lastSealed: Effect.Effect<number>
  }
>()("stowage/services/platform/audit/AuditRecords") {}
