import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type HiddenKey, HiddenKeys } from "#services/objects/objectwork/HiddenKeys.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const rowReader = makeRowReader(
  "hidden_keys",
  Schema.Struct({
    key: Schema.String,
    size: Schema.Number,
    etag: Schema.NullOr(Schema.String),
    modified_at: Schema.NullOr(Schema.String),
    marker: Schema.NullOr(Schema.String)
  })
)

export const layer = Layer.effect(
  HiddenKeys,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return HiddenKeys.of({
      hiding: Effect.fn("HiddenKeys.hiding")(
        (runId: number, portion: string, keys: ReadonlyArray<Omit<HiddenKey, "marker">>) => {
          // a statement may update a row only once
          const last = new Map(keys.map((one) => [one.key, one]))
          const written = JSON.stringify(
            Array.from(last.values(), ({ facts, key }) => ({
              key,
              size: facts.size,
              etag: facts.etag,
              modified_at: facts.modifiedAt
            }))
          )
          return last.size === 0
            ? Effect.void
            : Effect.asVoid(sql`
        insert into hidden_keys (run_id, portion, key, size, etag, modified_at)
        select ${runId}::int, ${portion}::text, key, size, etag, modified_at
        from jsonb_to_recordset(${written}::text::jsonb) as hiding (key text, size bigint, etag text, modified_at text)
        on conflict (run_id, portion, key) do update set size = excluded.size, etag = excluded.etag,
          modified_at = excluded.modified_at, marker = null`)
        },
        Effect.orDie
      ),
      hidden: Effect.fn("HiddenKeys.hidden")(
        (runId: number, portion: string, keys: ReadonlyArray<{ readonly key: string; readonly marker: string }>) =>
          keys.length === 0
            ? Effect.void
            : Effect.asVoid(sql`
        update hidden_keys h set marker = m.marker from jsonb_to_recordset(${JSON.stringify(keys)}::text::jsonb) as m
          (key text, marker text)
        where h.run_id = ${runId} and h.portion = ${portion} and h.key = m.key`),
        Effect.orDie
      ),
      page: Effect.fn("HiddenKeys.page")(
        (runId: number, portion: string, after: string | null, limit: number) =>
          Effect.map(
            rowReader.all(sql`
          select key, size::float8 as size, etag, modified_at, marker from hidden_keys
          where run_id = ${runId} and portion = ${portion} and key > ${after ?? ""} order by key limit ${limit}`),
            (found) =>
              found.map(
                ({ etag, key, marker, modified_at, size }): HiddenKey => ({
                  key,
                  marker,
                  facts: { size, etag, modifiedAt: modified_at }
                })
              )
          ),
        Effect.orDie
      ),
      forget: Effect.fn("HiddenKeys.forget")(
        (runId: number, portion: string, keys: ReadonlyArray<string>) =>
          keys.length === 0
            ? Effect.void
            : Effect.asVoid(
                sql`delete from hidden_keys where run_id = ${runId} and portion = ${portion} and ${sql.in("key", keys)}`
              ),
        Effect.orDie
      )
    })
  })
)
