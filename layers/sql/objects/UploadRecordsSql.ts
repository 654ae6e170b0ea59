import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { OpenUpload, UploadPlan } from "#domain/objects/Upload.ts"
import { StoredAttributes } from "#domain/objects/uploadAttributes.ts"
import { type BucketOwnerRef, type UploadRecord, UploadRecords } from "#services/objects/UploadRecords.ts"

const columns = `id::text as id, user_id, context_id, listing_key, bucket, object_key as key, content_type,
  size_bytes::float8 as size_bytes,
  strategy, transport, part_size_bytes::float8 as part_size_bytes, part_count, gateway_upload_id,
  checksum, file_modified_ms::float8 as file_modified_ms, attributes, completed_at is not null as completed`

const uploadReader = makeRowReader(
  "uploads",
  Schema.Struct({
    ...UploadPlan.fields,
    user_id: Schema.NullOr(Schema.Int),
    context_id: Schema.String,
    listing_key: Schema.String,
    bucket: Schema.String,
    size_bytes: Schema.Int,
    gateway_upload_id: Schema.NullOr(Schema.String),
    file_modified_ms: Schema.NullOr(Schema.Int),
    attributes: StoredAttributes,
    completed: Schema.Boolean
  })
)

const openUploadReader = makeRowReader("uploads", OpenUpload)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const add = Effect.fn("UploadRecords.add")(function* (record: UploadRecord, now: DateTime.Utc) {
    const { attributes, completed: _, key, ...plain } = record
    const rest = { ...plain, attributes: JSON.stringify(attributes) }
    const at = DateTime.toDate(now)
    yield* sql`insert into uploads ${sql.insert({ ...rest, object_key: key, created_at: at, active_at: at })}`
  }, Effect.orDie)

  const find = Effect.fn("UploadRecords.find")(function* (id: string, owner: BucketOwnerRef) {
    return yield* uploadReader.first(sql`
      select ${sql.literal(columns)} from uploads
      where id = ${id} and user_id is not distinct from ${owner.userId}::int and context_id = ${owner.contextId}
        and bucket = ${owner.bucket}`)
  }, Effect.orDie)

  const alike = Effect.fn("UploadRecords.alike")(
    (record: UploadRecord, owner: BucketOwnerRef) =>
      uploadReader.first(sql`
      update uploads set attributes = ${JSON.stringify(record.attributes)}::jsonb where id = (
        select id from uploads
        where user_id is not distinct from ${owner.userId}::int and context_id = ${owner.contextId}
          and completed_at is null and bucket = ${owner.bucket}
          and strategy = 'multipart' and object_key = ${record.key} and size_bytes = ${record.size_bytes}
            and content_type = ${record.content_type}
          and file_modified_ms = ${record.file_modified_ms}
            and attributes - 'only_new' = ${JSON.stringify(record.attributes)}::jsonb - 'only_new'
        order by active_at desc limit 1)
      returning ${sql.literal(columns)}`),
    Effect.orDie
  )

  const open = Effect.fn("UploadRecords.open")(
    (owner: Omit<BucketOwnerRef, "bucket">, limit: number) =>
      openUploadReader.all(sql`
      select id::text as id, bucket, object_key as key, size_bytes::float8 as size_bytes,
        file_modified_ms::float8 as file_modified_ms,
        to_char(active_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as active_at
      from uploads
      where user_id is not distinct from ${owner.userId}::int and context_id = ${owner.contextId}
        and completed_at is null and strategy = 'multipart'
      order by uploads.active_at desc limit ${limit}`),
    Effect.orDie
  )

  const active = Effect.fn("UploadRecords.active")(
    (id: string, now: DateTime.Utc) =>
      Effect.asVoid(sql`update uploads set active_at = ${DateTime.toDate(now)} where id = ${id}`),
    Effect.orDie
  )

  const complete = Effect.fn("UploadRecords.complete")(
    (id: string, now: DateTime.Utc) =>
      Effect.asVoid(
        sql`update uploads set completed_at = ${DateTime.toDate(now)}, active_at = ${DateTime.toDate(now)}
          where id = ${id}`
      ),
    Effect.orDie
  )

  const remove = Effect.fn("UploadRecords.remove")(
    (id: string) => Effect.asVoid(sql`delete from uploads where id = ${id}`),
    Effect.orDie
  )

  const idleSince = Effect.fn("UploadRecords.idleSince")(
    (before: DateTime.Utc, limit: number) =>
      uploadReader.all(sql`
      select ${sql.literal(columns)} from uploads where active_at < ${DateTime.toDate(before)} order by active_at
        limit ${limit}`),
    Effect.orDie
  )

  return UploadRecords.of({ add, find, alike, open, active, complete, remove, idleSince })
})

export const layer = Layer.effect(UploadRecords, make)
