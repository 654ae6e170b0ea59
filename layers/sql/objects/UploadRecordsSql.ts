import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowsOf } from "../../postgres/rowsOf.ts"
import { UploadPlan } from "#domain/objects/Upload.ts"
import { type UploadRecord, UploadRecords } from "#services/objects/UploadRecords.ts"

const columns = `id::text as id, user_id, context_id, listing_key, bucket, object_key as key, content_type, size_bytes::float8 as size_bytes,
  strategy, transport, part_size_bytes::float8 as part_size_bytes, part_count, gateway_upload_id,
  completed_at is not null as completed`

const uploads = rowsOf("uploads", Schema.Struct({
  ...UploadPlan.fields,
  user_id: Schema.NullOr(Schema.Int),
  context_id: Schema.String,
  listing_key: Schema.String,
  bucket: Schema.String,
  size_bytes: Schema.Int,
  gateway_upload_id: Schema.NullOr(Schema.String),
  completed: Schema.Boolean
}))

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const add = Effect.fn("UploadRecords.add")(function*(record: UploadRecord, now: DateTime.Utc) {
    const { completed: _, key, ...rest } = record
    const at = DateTime.toDate(now)
    yield* sql`insert into uploads ${sql.insert({ ...rest, object_key: key, created_at: at, active_at: at })}`
  }, Effect.orDie)

  const find = Effect.fn("UploadRecords.find")(function*(id: string, owner: { readonly userId: number | null; readonly contextId: string; readonly bucket: string }) {
    return yield* uploads.first(sql`
      select ${sql.literal(columns)} from uploads
      where id = ${id} and user_id is not distinct from ${owner.userId}::int and context_id = ${owner.contextId} and bucket = ${owner.bucket}`)
  }, Effect.orDie)

  const active = Effect.fn("UploadRecords.active")(
    (id: string, now: DateTime.Utc) => Effect.asVoid(sql`update uploads set active_at = ${DateTime.toDate(now)} where id = ${id}`), Effect.orDie)

  const complete = Effect.fn("UploadRecords.complete")((id: string, now: DateTime.Utc) =>
    Effect.asVoid(sql`update uploads set completed_at = ${DateTime.toDate(now)}, active_at = ${DateTime.toDate(now)} where id = ${id}`), Effect.orDie)

  const remove = Effect.fn("UploadRecords.remove")((id: string) => Effect.asVoid(sql`delete from uploads where id = ${id}`), Effect.orDie)

  const idleSince = Effect.fn("UploadRecords.idleSince")((before: DateTime.Utc, limit: number) =>
    uploads.all(sql`
      select ${sql.literal(columns)} from uploads where active_at < ${DateTime.toDate(before)} order by active_at limit ${limit}`), Effect.orDie)

  return UploadRecords.of({ add, find, active, complete, remove, idleSince })
})

/** Uploads in PostgreSQL. */
export const layer = Layer.effect(UploadRecords, make)
