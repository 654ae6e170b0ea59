import type { ChainEnd, StoredLink, ChainLink, StoredEntry } from "#domain/platform/audit/AuditChain.ts"
import { LiveEvent } from "#domain/platform/LiveEvent.ts"
import { AuditChain, type SignedEnd } from "#services/platform/audit/AuditChain.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { isoText } from "../../../postgres/moments.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const text = Schema.NullOr(Schema.String)

const Entry = Schema.Struct({
  id: Schema.String,
  created_at: Schema.String,
  actor_user_id: text,
  actor_email: text,
  actor_role: text,
  actor_via: Schema.String,
  scope: Schema.String,
  action: Schema.String,
  entity_type: Schema.String,
  entity_id: text,
  entity_label: text,
  status: Schema.String,
  message: Schema.String,
  metadata: Schema.String,
  request_id: text,
  client_address: text
})
const entryReader = makeRowReader("audit_logs", Entry)
const chainEndReader = makeRowReader(
  "audit_head",
  Schema.Struct({ seq: Schema.Int, hash: Schema.String, signature: text })
)
const linkReader = makeRowReader(
  "audit_chain",
  Schema.Struct({
    seq: Schema.Int,
    entry_id: Schema.String,
    previous_hash: Schema.String,
    hash: Schema.String,
    sealed_at: Schema.String,
    entry: Schema.NullOr(Schema.String)
  })
)
const unsealedReader = makeRowReader(
  "audit_unsealed",
  Schema.Struct({ lost: text, foreign_entry: text, waiting: Schema.Int })
)

const lock = "hashtextextended('stowage audit chain', 0)"

const storedColumns = `l.id::text as id,
  to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
  l.actor_user_id::text as actor_user_id,
  l.actor_email, l.actor_role, l.actor_via, l.scope, l.action, l.entity_type, l.entity_id, l.entity_label, l.status,
    l.message, l.metadata::text as metadata,
  l.request_id, l.client_address`

const decodeEntry = Schema.decodeUnknownSync(Schema.fromJsonString(Entry))

/** By key: a join would read the whole trail for each batch. */
export const unsealedEntries = (sql: SqlClient.SqlClient, limit: number): Statement.Statement<unknown> => sql`
  select l.* from audit_unsealed u cross join lateral (select ${sql.literal(storedColumns)} from audit_logs l
    where l.id = u.entry_id offset 0) l
  order by u.entry_id limit ${limit}`

export const layer = Layer.effect(
  AuditChain,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const live = yield* LiveEvents
    const stored = sql.literal(storedColumns)

    const end = Effect.withSpan(
      Effect.orDie(chainEndReader.one(sql`select seq::float8 as seq, hash, signature from audit_head`)),
      "AuditChain.end"
    )

    const write = Effect.fnUntraced(function* (made: ReadonlyArray<readonly [StoredEntry, ChainLink]>) {
      const rows = made.map(([{ id }, { hash, previous, sealedAt, seq }]) => ({
        seq,
        entry_id: id,
        previous_hash: previous,
        hash,
        sealed_at: sealedAt
      }))
      yield* sql`
      insert into audit_chain (seq, entry_id, previous_hash, hash, sealed_at)
      select seq, entry_id, previous_hash, hash, sealed_at from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as n (seq bigint, entry_id bigint, previous_hash text, hash text, sealed_at timestamptz)`
      yield* sql`
      delete from audit_unsealed where entry_id in (
        select n.entry_id from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n (entry_id bigint)
      )`
    })

    const seal: AuditChain["Service"]["seal"] = (limit, link, signed) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            yield* sql`select pg_advisory_xact_lock(${sql.literal(lock)})`
            const waiting = yield* entryReader.all(unsealedEntries(sql, limit))
            if (waiting.length === 0) return 0
            const old: SignedEnd = yield* end
            const newLinks: Array<readonly [StoredEntry, ChainLink]> = []
            let last: ChainEnd = old
            for (const entry of waiting) {
              const next = link(last, entry)
              newLinks.push([entry, next])
              last = next
            }
            yield* write(newLinks)
            yield* sql`update audit_head set seq = ${last.seq}::bigint, hash = ${last.hash},
              signature = ${signed(old, last)}`
            yield* live.publish(LiveEvent.cases.AuditSealed.make({ seq: last.seq }))
            return newLinks.length
          })
        )
        .pipe(Effect.orDie, Effect.withSpan("AuditChain.seal"))

    const read = Effect.fn("AuditChain.read")(
      (seq: number, limit: number) =>
        Effect.map(
          linkReader.all(sql`
        select c.seq::float8 as seq, c.entry_id::text as entry_id, c.previous_hash, c.hash,
          ${sql.literal(isoText("c.sealed_at"))} as sealed_at,
          (select row_to_json(e)::text from (select ${stored} from audit_logs l where l.id = c.entry_id) e) as entry
        from audit_chain c where c.seq > ${seq}::bigint order by c.seq limit ${limit}`),
          (rows) =>
            rows.map(
              ({ entry, entry_id, hash, previous_hash, sealed_at, seq }): StoredLink => ({
                seq,
                entryId: entry_id,
                hash,
                previous: previous_hash,
                sealedAt: sealed_at,
                entry: entry === null ? null : decodeEntry(entry)
              })
            )
        ),
      Effect.orDie
    )

    const strays = Effect.withSpan(
      Effect.orDie(
        Effect.map(
          unsealedReader.one(sql`
      select
        (select min(u.entry_id)::text from audit_unsealed u
          where not exists (select from audit_logs l where l.id = u.entry_id)) as lost,
        (select l.id::text from audit_logs l
          left join audit_chain c on c.entry_id = l.id left join audit_unsealed u on u.entry_id = l.id
          where c.entry_id is null and u.entry_id is null order by l.id limit 1) as foreign_entry,
        (select count(*)::int from audit_unsealed) as waiting`),
          ({ foreign_entry, lost, waiting }) => ({ lost, foreign: foreign_entry, waiting })
        )
      ),
      "AuditChain.strays"
    )

    const sign = Effect.fn("AuditChain.sign")(
      (at: ChainEnd, signature: string) =>
        Effect.map(
          sql`update audit_head set signature = ${signature} where seq = ${at.seq}::bigint and hash = ${at.hash}
            returning seq`,
          (rows) => rows.length === 1
        ),
      Effect.orDie
    )

    return AuditChain.of({ seal, end, read, strays, sign })
  })
)
