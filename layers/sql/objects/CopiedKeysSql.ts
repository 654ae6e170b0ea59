import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { CopyResult } from "#services/objects/objectwork/copyBatch.ts"
import { CopiedKeys } from "#services/objects/objectwork/CopiedKeys.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const Row = Schema.Struct({
  key: Schema.String,
  size: Schema.Number,
  etag: Schema.NullOr(Schema.String),
  modified_at: Schema.NullOr(Schema.String),
  replaced: Schema.Boolean,
  source_key: Schema.NullOr(Schema.String),
  source_etag: Schema.NullOr(Schema.String),
  source_modified_at: Schema.NullOr(Schema.String)
})
const rowReader = makeRowReader("copied_keys", Row)

const copyOf = ({
  etag,
  key,
  modified_at,
  replaced,
  size,
  source_etag,
  source_key,
  source_modified_at
}: typeof Row.Type): CopyResult => ({
  key,
  replaced,
  facts: { size, etag, modifiedAt: modified_at },
  from:
    source_key === null ? null : { key: source_key, facts: { size, etag: source_etag, modifiedAt: source_modified_at } }
})

export const layer = Layer.effect(
  CopiedKeys,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(
      "key, size::float8 as size, etag, modified_at, replaced, source_key, source_etag, source_modified_at"
    )
    return CopiedKeys.of({
      record: Effect.fn("CopiedKeys.record")((runId: number, portion: string, copies: ReadonlyArray<CopyResult>) => {
        // a statement may update a row only once
        const last = new Map(copies.map((copy) => [copy.key, copy]))
        const written = JSON.stringify(
          Array.from(last.values(), ({ facts, from, key, replaced }) => ({
            key,
            size: facts.size,
            etag: facts.etag,
            modified_at: facts.modifiedAt,
            replaced,
            source_key: from?.key,
            source_etag: from?.facts.etag,
            source_modified_at: from?.facts.modifiedAt
          }))
        )
        return last.size === 0
          ? Effect.void
          : Effect.asVoid(sql`
        insert into copied_keys (run_id, portion, key, size, etag, modified_at, replaced, source_key, source_etag,
          source_modified_at)
        select ${runId}::int, ${portion}::text, key, size, etag, modified_at, replaced, source_key, source_etag,
          source_modified_at
        from jsonb_to_recordset(${written}::text::jsonb)
          as made (key text, size bigint, etag text, modified_at text, replaced boolean, source_key text,
            source_etag text, source_modified_at text)
        on conflict (run_id, portion, key) do update set size = excluded.size, etag = excluded.etag,
          modified_at = excluded.modified_at`)
      }, Effect.orDie),
      page: Effect.fn("CopiedKeys.page")(
        (runId: number, portion: string, after: string | null, limit: number) =>
          Effect.map(
            rowReader.all(sql`
          select ${columns} from copied_keys
          where run_id = ${runId} and portion = ${portion} and key > ${after ?? ""} order by key limit ${limit}`),
            (found) => found.map(copyOf)
          ),
        Effect.orDie
      ),
      find: Effect.fn("CopiedKeys.find")(
        (runId: number, portion: string, keys: ReadonlyArray<string>) =>
          keys.length === 0
            ? Effect.succeed([])
            : Effect.map(
                rowReader.all(sql`
          select ${columns} from copied_keys
          where run_id = ${runId} and portion = ${portion} and ${sql.in("key", keys)}`),
                (found) => found.map(copyOf)
              ),
        Effect.orDie
      ),
      forget: Effect.fn("CopiedKeys.forget")(
        (runId: number, portion: string, keys: ReadonlyArray<string>) =>
          keys.length === 0
            ? Effect.void
            : Effect.asVoid(
                sql`delete from copied_keys where run_id = ${runId} and portion = ${portion} and ${sql.in("key", keys)}`
              ),
        Effect.orDie
      )
    })
  })
)
