import { type AuditLogEntry, AuditPosition, type AuditQuery } from "#domain/platform/audit/AuditLog.ts"
import { cutPage } from "#domain/platform/Cursor.ts"
import { trimmedSearch } from "#domain/platform/Paging.ts"
import { AuditRecords } from "#services/platform/audit/AuditRecords.ts"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { auditPage } from "./auditPage.ts"
import { matchingEntities } from "./auditSearch.ts"
import { columns, auditPosition, Row } from "./auditColumns.ts"

const entryReader = makeRowReader("audit_logs", Row)
const headReader = makeRowReader("audit_head", Schema.Struct({ seq: Schema.Int }))

const entryOf = (row: typeof Row.Type): AuditLogEntry => ({
  id: row.id,
  created_at: row.created_at,
  actor: { user_id: row.actor_user_id, email: row.actor_email, role: row.actor_role, via: row.actor_via },
  scope: row.scope,
  action: row.action,
  entity: { type: row.entity_type, id: row.entity_id, label: row.entity_label },
  status: row.status,
  message: row.message,
  metadata: row.metadata,
  request_id: row.request_id,
  client_address: row.client_address,
  seal:
    row.seq === null || row.hash === null || row.previous_hash === null || row.sealed_at === null
      ? null
      : { seq: row.seq, hash: row.hash, previous_hash: row.previous_hash, sealed_at: row.sealed_at }
})

export const layer = Layer.effect(
  AuditRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const shown = sql.literal(columns)

    const page = Effect.fn("AuditRecords.page")(function* (query: AuditQuery) {
      const text = trimmedSearch(query)
      const rows = yield* entryReader.all(
        auditPage(sql, query, text === null ? undefined : yield* matchingEntities(sql, text))
      )
      const { items, next_cursor } = cutPage(rows, query, AuditPosition, auditPosition)
      return { items: items.map(entryOf), next_cursor }
    }, Effect.orDie)

    const one = Effect.fn("AuditRecords.one")(
      (id: number) =>
        Effect.map(
          entryReader.first(
            sql`select ${shown} from audit_logs l left join audit_chain c on c.entry_id = l.id
              where l.id = ${id}::bigint`
          ),
          (row) => (row === null ? null : entryOf(row))
        ),
      Effect.orDie
    )

    const sealedAfter = Effect.fn("AuditRecords.sealedAfter")(
      (seq: number, limit: number) =>
        Effect.map(
          entryReader.all(sql`
        select ${shown} from audit_chain c join audit_logs l on l.id = c.entry_id where c.seq > ${seq}::bigint
          order by c.seq limit ${limit}`),
          (rows) => rows.map(entryOf)
        ),
      Effect.orDie
    )

    const lastSealed = Effect.withSpan(
      Effect.orDie(Effect.map(headReader.one(sql`select seq::float8 as seq from audit_head`), ({ seq }) => seq)),
      "AuditRecords.lastSealed"
    )

    return AuditRecords.of({ page, one, sealedAfter, lastSealed })
  })
)
