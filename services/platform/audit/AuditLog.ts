import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import type { AuditFilter, AuditLogEntry, AuditQuery } from "#domain/platform/audit/AuditLog.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import type { CursorPage } from "#domain/platform/Cursor.ts"
import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { AuditPosition } from "#domain/platform/audit/AuditLog.ts"
import { cursorField } from "#domain/platform/Cursor.ts"
import { Audited } from "./Audited.ts"
import { byCaller } from "./auditBy.ts"
import { AuditRecords } from "./AuditRecords.ts"

const ENTRIES_PER_PAGE = 500

const cursor = Schema.decodeSync(cursorField(AuditPosition))

export class AuditLog extends Context.Service<
  AuditLog,
  {
    readonly list: (query: AuditQuery) => Effect.Effect<CursorPage<AuditLogEntry>>
    readonly one: (id: number) => Effect.Effect<AuditLogEntry, NotFound>
    readonly export: (
      caller: Caller,
      filter: AuditFilter,
      format: string
    ) => Effect.Effect<Stream.Stream<ReadonlyArray<AuditLogEntry>>>
  }
>()("stowage/services/platform/audit/AuditLog") {
  static readonly layer = Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const records = yield* AuditRecords
      const audited = yield* Audited

      const one = Effect.fn("AuditLog.one")(function* (id: number) {
        return (yield* records.one(id)) ?? (yield* new NotFound({ entity: "Audit entry", id: String(id) }))
      })

      const pages = (filter: AuditFilter) =>
        Stream.paginate(null as string | null, (after: string | null) =>
          Effect.map(
            records.page({ ...filter, limit: ENTRIES_PER_PAGE, ...(after === null ? {} : { cursor: cursor(after) }) }),
            ({ items, next_cursor }) => [[items], Option.fromNullOr(next_cursor)] as const
          )
        )

      const recordExport = Effect.fn("AuditLog.export")((caller: Caller, filter: AuditFilter, format: string) =>
        Effect.succeed(pages(filter)).pipe(
          audited.rows(
            "audit_log.export",
            { type: "audit_log", id: null, label: callerUser(caller)?.email ?? null },
            {
              by: byCaller(caller, "admin"),
              message: "The audit trail was exported",
              metadata: {
                format,
                ...(filter.search === undefined ? {} : { search: filter.search }),
                ...(filter.role === undefined ? {} : { role: [...filter.role] }),
                ...(filter.scope === undefined ? {} : { scope: [...filter.scope] })
              }
            }
          )
        )
      )

      return AuditLog.of({ list: records.page, one, export: recordExport })
    })
  )
}
