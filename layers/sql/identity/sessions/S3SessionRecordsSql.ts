import { ContextCapabilities } from "#domain/accounts/contexts/ExecutionContext.ts"
import {
  type NewS3Session,
  S3SessionEndpoint,
  type S3SessionRecord,
  S3SessionRecords
} from "#services/identity/sessions/S3SessionRecords.ts"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { sessionValidity } from "../sessionValidity.ts"
import { utc } from "../../../postgres/moments.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const Row = Schema.Struct({
  id: Schema.String,
  s3_endpoint: S3SessionEndpoint,
  capabilities: ContextCapabilities,
  s3_credentials: Schema.NullOr(Schema.String),
  idle_expires_at: Schema.Date,
  absolute_expires_at: Schema.Date,
  revoked: Schema.Boolean
})
const sessionReader = makeRowReader("auth_sessions", Row)
const idReader = makeRowReader("auth_sessions", Schema.Struct({ id: Schema.String }))

const record = (row: typeof Row.Type): S3SessionRecord => ({
  id: row.id,
  endpoint: row.s3_endpoint,
  capabilities: row.capabilities,
  credentials: row.s3_credentials,
  idleExpiresAt: utc(row.idle_expires_at),
  absoluteExpiresAt: utc(row.absolute_expires_at),
  revoked: row.revoked,
  endsAt: DateTime.min(utc(row.idle_expires_at), utc(row.absolute_expires_at)),
  owner: null
})

const date = DateTime.toDateUtc

export const layer = Layer.effect(
  S3SessionRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const add = Effect.fn("S3SessionRecords.add")(
      (session: NewS3Session, now: DateTime.Utc) =>
        sql`
        insert into auth_sessions (
          id, kind, authenticated_at, created_at, idle_expires_at, absolute_expires_at, client_address, user_agent,
          s3_credentials, s3_endpoint, capabilities
        ) values (
          ${session.id}::uuid, 's3', ${date(now)}, ${date(now)}, ${date(session.idleExpiresAt)},
            ${date(session.absoluteExpiresAt)},
          ${session.origin.address}, ${session.origin.userAgent.slice(0, 512)}, ${session.credentials},
          ${JSON.stringify(session.endpoint)}::text::jsonb, ${JSON.stringify(session.capabilities)}::text::jsonb
        )`,
      Effect.asVoid,
      Effect.orDie
    )

    const find = Effect.fn("S3SessionRecords.find")(
      (id: string) =>
        Effect.map(
          sessionReader.first(sql`
          select id, s3_endpoint, capabilities, s3_credentials, idle_expires_at, absolute_expires_at,
            revoked_at is not null as revoked
          from auth_sessions where id = ${id}::uuid and kind = 's3'`),
          (row) => (row === null ? null : record(row))
        ),
      Effect.orDie
    )

    const extend = Effect.fn("S3SessionRecords.extend")(
      (id: string, idleExpiresAt: DateTime.Utc) =>
        sql`update auth_sessions set idle_expires_at = ${date(idleExpiresAt)} where id = ${id}::uuid
          and revoked_at is null`,
      Effect.asVoid,
      Effect.orDie
    )

    const end = Effect.fn("S3SessionRecords.end")(
      (id: string, reason: string, now: DateTime.Utc) =>
        sql`update auth_sessions set revoked_at = ${date(now)}, revoked_reason = ${reason}, s3_credentials = null
          where id = ${id}::uuid and kind = 's3' and revoked_at is null returning id`.pipe(
          Effect.map((rows) => rows.length === 1)
        ),
      Effect.orDie
    )

    const endExpired = Effect.fn("S3SessionRecords.endExpired")(
      (now: DateTime.Utc) =>
        idReader
          .all(sql`
        update auth_sessions set revoked_at = ${date(now)}, revoked_reason = 'expired', s3_credentials = null
        where id in (
          select s.id from auth_sessions s left join ui_users u on u.id = s.user_id
          where s.s3_credentials is not null and ${sessionValidity(sql, "s", now).state} = 'expired'
        ) returning id`)
          .pipe(Effect.map((rows) => rows.map(({ id }) => id))),
      Effect.orDie
    )

    const clearListings = Effect.fn("S3SessionRecords.clearListings")(
      (now: DateTime.Utc) =>
        sql`
        delete from bucket_listings l where l.key like 's3-session:%' and not exists (
          select from auth_sessions s left join ui_users u on u.id = s.user_id
          where s.kind = 's3' and 's3-session:' || s.id = l.key and ${sessionValidity(sql, "s", now).isValid}
        ) returning 1`.pipe(Effect.map((rows) => rows.length)),
      Effect.orDie
    )

    return S3SessionRecords.of({ add, find, extend, end, endExpired, clearListings })
  })
)
