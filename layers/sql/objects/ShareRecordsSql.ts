import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ShareKind } from "#domain/objects/shares/Share.ts"
import type { ShareRecord } from "#domain/objects/shares/ShareRecord.ts"
import { ShareRecords } from "#services/objects/shares/ShareRecords.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const Row = Schema.Struct({
  id: Schema.String,
  kind: ShareKind,
  user_id: Schema.Int,
  made_by: Schema.String,
  context_id: Schema.String,
  bucket: Schema.String,
  prefix: Schema.String,
  keys: Schema.Array(Schema.String),
  objects: Schema.Array(Schema.String),
  version_id: Schema.NullOr(Schema.String),
  title: Schema.String,
  note: Schema.String,
  password_hash: Schema.NullOr(Schema.String),
  token_sealed: Schema.String,
  created_at: Schema.Date,
  expires_at: Schema.Date,
  revoked_at: Schema.NullOr(Schema.Date),
  max_uses: Schema.NullOr(Schema.Int),
  max_file_bytes: Schema.NullOr(Schema.Int),
  max_total_bytes: Schema.NullOr(Schema.Int),
  uses: Schema.Int,
  bytes: Schema.Int
})
const shareReader = makeRowReader("shares", Row)
const countReader = makeRowReader("shares", Schema.Struct({ made: Schema.Int }))

const columns = `s.id::text as id, s.kind, s.user_id, u.email as made_by, s.context_id, s.bucket, s.prefix, s.keys,
  s.objects, s.version_id, s.title, s.note,
  s.password_hash, s.token_sealed, s.created_at, s.expires_at, s.revoked_at, s.max_uses,
    s.max_file_bytes::float8 as max_file_bytes,
  s.max_total_bytes::float8 as max_total_bytes, s.uses, s.bytes::float8 as bytes`

const recordOf = ({ created_at, expires_at, revoked_at, ...row }: typeof Row.Type) => ({
  ...row,
  created_at: DateTime.fromDateUnsafe(created_at),
  expires_at: DateTime.fromDateUnsafe(expires_at),
  revoked_at: revoked_at === null ? null : DateTime.fromDateUnsafe(revoked_at)
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const read = sql`select ${sql.literal(columns)} from shares s join ui_users u on u.id = s.user_id`
  const isActive = (now: DateTime.Utc) => sql`s.revoked_at is null and s.expires_at > ${DateTime.toDateUtc(now)}`

  const add = Effect.fn("ShareRecords.add")(
    (share: ShareRecord, token: { readonly digest: string; readonly sealed: string }, limit: number) => {
      const { created_at, expires_at, keys, objects, made_by: _, revoked_at: __, ...plain } = share
      const row = {
        ...plain,
        keys: JSON.stringify(keys),
        objects: JSON.stringify(objects),
        created_at: DateTime.toDateUtc(created_at),
        expires_at: DateTime.toDateUtc(expires_at),
        token_digest: token.digest,
        token_sealed: token.sealed
      }
      return Effect.gen(function* () {
        // locks the user, so that concurrent links respect the limit
        yield* sql`select from ui_users where id = ${share.user_id} for update`
        const { made } = yield* countReader.one(
          sql`select count(*)::int as made from shares s where s.user_id = ${share.user_id} and ${isActive(created_at)}`
        )
        if (made >= limit) return false
        yield* sql`insert into shares ${sql.insert(row)}`
        return true
      }).pipe(sql.withTransaction)
    },
    Effect.orDie
  )

  const list: ShareRecords["Service"]["list"] = Effect.fn("ShareRecords.list")((owner, limit) => {
    const whose =
      "userId" in owner
        ? sql`s.user_id = ${owner.userId}`
        : sql`s.context_id = ${owner.contextId} and s.bucket = ${owner.bucket}`
    return Effect.map(
      shareReader.all(sql`${read} where ${whose} order by s.created_at desc, s.id limit ${limit}`),
      (rows) => rows.map(recordOf)
    )
  }, Effect.orDie)

  const find = Effect.fn("ShareRecords.find")(
    (id: string) =>
      Effect.map(shareReader.first(sql`${read} where s.id = ${id}`), (row) => (row === null ? null : recordOf(row))),
    Effect.orDie
  )

  const living: ShareRecords["Service"]["living"] = Effect.fn("ShareRecords.living")((by, now) => {
    const which = "digest" in by ? sql`s.token_digest = ${by.digest}` : sql`s.id = ${by.id}`
    return Effect.map(
      shareReader.first(
        sql`${read} where ${which} and ${isActive(now)} and u.is_active
          and (s.kind = 'upload' or s.max_uses is null or s.uses < s.max_uses)`
      ),
      (row) => (row === null ? null : recordOf(row))
    )
  }, Effect.orDie)

  const revoke = Effect.fn("ShareRecords.revoke")(
    (id: string, now: DateTime.Utc) =>
      Effect.map(
        sql`update shares set revoked_at = ${DateTime.toDateUtc(now)} where id = ${id} and revoked_at is null
          returning 1`,
        (rows) => rows.length > 0
      ),
    Effect.orDie
  )

  const take = Effect.fn("ShareRecords.take")(
    (id: string, bytes: number, now: DateTime.Utc) =>
      Effect.map(
        sql`
      update shares s set uses = s.uses + 1, bytes = s.bytes + ${bytes}::float8::bigint
      where s.id = ${id} and ${isActive(now)} and (s.max_uses is null or s.uses < s.max_uses)
        and (s.kind <> 'upload' or s.max_total_bytes is null or s.bytes + ${bytes}::float8::bigint <= s.max_total_bytes)
      returning 1`,
        (rows) => rows.length > 0
      ),
    Effect.orDie
  )

  const count = Effect.fn("ShareRecords.count")(
    (id: string, uses: number, bytes: number) =>
      Effect.asVoid(
        sql`update shares set uses = greatest(uses + ${uses}::int, 0),
          bytes = greatest(bytes + ${bytes}::float8::bigint, 0) where id = ${id}`
      ),
    Effect.orDie
  )

  const deleteEnded = Effect.fn("ShareRecords.deleteEnded")(function* (before: DateTime.Utc, limit: number) {
    const at = DateTime.toDateUtc(before)
    const ended = yield* sql`
      delete from shares where id in (select id from shares where least(expires_at, revoked_at) < ${at} limit ${limit})
        returning 1`
    const old = yield* sql`
      delete from share_hits where id in (select id from share_hits where at < ${at} and outcome <> 'open'
        limit ${limit}) returning 1`
    return Math.max(ended.length, old.length)
  }, Effect.orDie)

  return ShareRecords.of({ add, list, find, living, revoke, take, count, deleteEnded })
})

export const layer = Layer.effect(ShareRecords, make)
