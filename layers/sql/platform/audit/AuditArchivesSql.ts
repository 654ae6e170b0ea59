import type { SignedArchive } from "#domain/platform/audit/AuditArchive.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { AuditArchives } from "#services/platform/audit/AuditArchives.ts"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { isoText } from "../../../postgres/moments.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const archiveReader = makeRowReader(
  "audit_archives",
  Schema.Struct({
    first_seq: Schema.Int,
    last_seq: Schema.Int,
    previous_hash: Schema.String,
    last_hash: Schema.String,
    entry_count: Schema.Int,
    first_at: Schema.String,
    last_at: Schema.String,
    file_name: Schema.String,
    file_sha256: Schema.String,
    archived_at: Schema.String,
    archived_by: Schema.String,
    signature: Schema.String
  })
)
const firstNumberReader = makeRowReader("audit_chain", Schema.Struct({ seq: Schema.NullOr(Schema.Int) }))
const countReader = makeRowReader("audit_chain", Schema.Struct({ gone: Schema.Int }))

const lock = "hashtextextended('stowage/archive-audit', 0)"
const another = new Conflict({
  code: "state_conflict",
  detail: "The audit trail is being archived by another process: wait for it"
})

export const layer = Layer.effect(
  AuditArchives,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const all = Effect.withSpan(
      Effect.orDie(
        archiveReader.all(sql`
    select first_seq::float8 as first_seq, last_seq::float8 as last_seq, previous_hash, last_hash,
      entry_count::float8 as entry_count,
      ${sql.literal(isoText("first_at"))} as first_at, ${sql.literal(isoText("last_at"))} as last_at, file_name,
        file_sha256,
      ${sql.literal(isoText("archived_at"))} as archived_at, archived_by, signature
    from audit_archives a order by a.last_seq`)
      ),
      "AuditArchives.all"
    )

    const record = Effect.fn("AuditArchives.record")(
      ({ entry_count, first_seq, last_seq, ...texts }: SignedArchive) =>
        Effect.asVoid(
          sql`insert into audit_archives ${sql.insert({
            ...texts,
            entry_count: String(entry_count),
            first_seq: String(first_seq),
            last_seq: String(last_seq)
          })}`
        ),
      Effect.orDie
    )

    const sign = Effect.fn("AuditArchives.sign")(
      (archive: SignedArchive, signature: string) =>
        Effect.asVoid(sql`
      update audit_archives set signature = ${signature} where last_seq = ${archive.last_seq}::bigint
        and signature = ${archive.signature}`),
      Effect.orDie
    )

    const firstLink = Effect.withSpan(
      Effect.orDie(
        Effect.map(firstNumberReader.one(sql`select min(seq)::float8 as seq from audit_chain`), ({ seq }) => seq)
      ),
      "AuditArchives.firstLink"
    )

    const forget = Effect.fn("AuditArchives.forget")(
      (after: number, until: number) =>
        Effect.map(
          countReader.one(sql`
      with links as (delete from audit_chain where seq > ${after}::bigint and seq <= ${until}::bigint
        returning entry_id),
        entries as (delete from audit_logs l using links where l.id = links.entry_id)
      select count(*)::int as gone from links`),
          ({ gone }) => gone
        ),
      Effect.orDie
    )

    const alone = <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.scoped(
        Effect.gen(function* () {
          // the advisory lock belongs to a connection outside the pool, and ends with the process
          const connection = yield* Effect.orDie(sql.reserve)
          const [[got] = []] = yield* Effect.orDie(connection.executeValues(`select pg_try_advisory_lock(${lock})`, []))
          if (got !== true) return yield* another
          yield* Effect.addFinalizer(() =>
            Effect.orDie(connection.executeValues(`select pg_advisory_unlock(${lock})`, []))
          )
          return yield* work
        })
      ).pipe(Effect.withSpan("AuditArchives.alone")) as Effect.Effect<A, E | Conflict, R>

    return AuditArchives.of({ all, record, sign, firstLink, forget, alone })
  })
)
