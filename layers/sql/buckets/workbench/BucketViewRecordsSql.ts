import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ViewVisibility, viewNameKey } from "#domain/buckets/workbench/BucketView.ts"
import { BucketViewRecords } from "#services/buckets/workbench/BucketViewRecords.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const LOCK = 7_170_064

const viewReader = makeRowReader(
  "bucket_views",
  Schema.Struct({
    id: Schema.Int,
    name: Schema.String,
    visibility: ViewVisibility,
    maker_id: Schema.NullOr(Schema.Int),
    made_by: Schema.NullOr(Schema.String),
    query: Schema.Record(Schema.String, Schema.String),
    created_at: Schema.Date,
    updated_at: Schema.Date,
    version: Schema.Int
  })
)
const idReader = makeRowReader("bucket_views", Schema.Struct({ id: Schema.Int }))

export const layer = Layer.effect(
  BucketViewRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const list = Effect.fn("BucketViewRecords.list")(function* (place: number | null, userId: number) {
      const rows = yield* viewReader.all(sql`
        select v.id, v.name, case when v.private_to is null then 'shared' else 'private' end as visibility,
          v.maker_id, coalesce(nullif(u.full_name, ''), u.email) as made_by, v.query, v.created_at, v.updated_at,
          v.version
        from bucket_views v left join ui_users u on u.id = v.maker_id
        where v.endpoint_id is not distinct from ${place}::int and coalesce(v.private_to = ${userId}::int, true)
        order by v.name_ci, v.private_to nulls first`)
      return rows.map((row) => ({
        ...row,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString()
      }))
    }, Effect.orDie)

    const lock = Effect.fn("BucketViewRecords.lock")(
      (place: number | null) => Effect.asVoid(sql`select pg_advisory_xact_lock(${LOCK}, ${place ?? 0}::int)`),
      Effect.orDie
    )

    const add: BucketViewRecords["Service"]["add"] = Effect.fn("BucketViewRecords.add")(function* (
      place,
      userId,
      { name, query, visibility },
      now
    ) {
      const at = DateTime.toDateUtc(now)
      const { id } = yield* idReader.one(sql`
          insert into bucket_views
            (endpoint_id, private_to, maker_id, name, name_ci, query, created_at, updated_at)
          values (${place}::int, ${visibility === "private" ? userId : null}::int, ${userId}, ${name},
            ${viewNameKey(name)}, ${JSON.stringify(query)}::text::jsonb, ${at}, ${at})
          returning id`)
      return id
    }, Effect.orDie)

    const edit: BucketViewRecords["Service"]["edit"] = Effect.fn("BucketViewRecords.edit")(
      (id, { name, query, visibility }, now) =>
        Effect.asVoid(sql`
          update bucket_views set name = ${name}, name_ci = ${viewNameKey(name)},
            query = ${JSON.stringify(query)}::text::jsonb, updated_at = ${DateTime.toDateUtc(now)},
            private_to = case when ${visibility === "private"}::boolean then maker_id end
          where id = ${id}`),
      Effect.orDie
    )

    const remove = Effect.fn("BucketViewRecords.remove")(
      (id: number) => Effect.asVoid(sql`delete from bucket_views where id = ${id}`),
      Effect.orDie
    )

    return BucketViewRecords.of({ list, lock, add, edit, remove })
  })
)
