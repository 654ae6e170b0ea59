import { type ApiToken, ApiTokenState } from "#domain/identity/ApiToken.ts"
import { Scope } from "#domain/platform/access/Scope.ts"
import {
  type ApiTokenRecord,
  ApiTokenRecords,
  type NewApiToken,
  type TokenUse
} from "#services/identity/ApiTokenRecords.ts"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { countAttempt } from "../platform/countAttempt.ts"
import { sessionValidity } from "./sessionValidity.ts"
import { utc, utcOrNull } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { userColumns, UserColumns, userOf } from "./users/userColumns.ts"

const Row = Schema.Struct({
  ...UserColumns,
  id: Schema.String,
  hash: Schema.String,
  scopes: Schema.Array(Scope),
  auth_version: Schema.Int,
  user_auth_version: Schema.Int,
  is_active: Schema.Boolean,
  expires_at: Schema.Date,
  revoked: Schema.Boolean
})
const PresentedRow = Schema.Struct({
  ...Row.fields,
  count: Schema.NullOr(Schema.Int),
  window_ends_at: Schema.NullOr(Schema.Date)
})
const presentedTokenReader = makeRowReader("api_tokens", PresentedRow)

const countedOf = ({ count, window_ends_at }: typeof PresentedRow.Type) =>
  count === null || window_ends_at === null ? null : { count, windowEndsAt: utc(window_ends_at) }

const record = (row: typeof Row.Type): ApiTokenRecord => ({
  id: row.id,
  digest: row.hash,
  scopes: row.scopes,
  user: userOf(row),
  owner: { active: row.is_active, authVersion: row.auth_version, authVersionNow: row.user_auth_version },
  endsAt: DateTime.fromDateUnsafe(row.expires_at),
  revoked: row.revoked
})

const ViewRow = Schema.Struct({
  ...UserColumns,
  id: Schema.String,
  name: Schema.String,
  scopes: Schema.Array(Scope),
  state: ApiTokenState,
  created_at: Schema.Date,
  expires_at: Schema.Date,
  revoked_at: Schema.NullOr(Schema.Date),
  last_used_at: Schema.NullOr(Schema.Date),
  last_used_address: Schema.NullOr(Schema.String)
})
const countReader = makeRowReader("api_tokens", Schema.Struct({ total: Schema.Int }))
const tokenViewReader = makeRowReader("api_tokens", ViewRow)

const viewOf = (row: typeof ViewRow.Type): ApiToken => ({
  id: row.id,
  name: row.name,
  user: userOf(row),
  scopes: row.scopes,
  state: row.state,
  created_at: utc(row.created_at),
  expires_at: utc(row.expires_at),
  revoked_at: utcOrNull(row.revoked_at),
  last_used_at: utcOrNull(row.last_used_at),
  last_used_address: row.last_used_address
})

export const layer = Layer.effect(
  ApiTokenRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(`${userColumns}, t.id, t.hash, t.scopes, t.auth_version,
    u.auth_version as user_auth_version, u.is_active, t.expires_at, t.revoked_at is not null as revoked`)

    const present = Effect.fn("ApiTokenRecords.present")(
      ({ address, digest, id, limit }: TokenUse, now: DateTime.Utc) => {
        const at = DateTime.toDateUtc(now)
        const windowEnds = DateTime.toDateUtc(DateTime.addDuration(now, limit.window))
        return presentedTokenReader
          .first(sql`
        with found as (
          select ${columns}, ${sessionValidity(sql, "t", now).isValid} and t.hash = ${digest} as good
          from api_tokens t join ui_users u on u.id = t.user_id where t.id = ${id}::uuid
        ), counted as (
          ${countAttempt(
            sql,
            sql`select ${`${limit.key}/`}::text || id, 1, ${windowEnds}::timestamptz from found
            where good`,
            at
          )}
        ), used as (
          update api_tokens set last_used_at = ${at}, last_used_address = ${address}
          where id = ${id}::uuid and (select count from counted) <= ${limit.count}
            and (last_used_at is null or last_used_at <= ${DateTime.toDateUtc(DateTime.subtract(now, { minutes: 1 }))})
        )
        select found.*, counted.count, counted.window_ends_at from found left join counted on true`)
          .pipe(
            Effect.map((row) =>
              Option.map(Option.fromNullOr(row), (token) => ({ token: record(token), counted: countedOf(token) }))
            )
          )
      },
      Effect.orDie
    )

    const add = Effect.fn("ApiTokenRecords.add")(
      ({ authVersion, digest, expiresAt, id, name, scopes, userId }: NewApiToken, now: DateTime.Utc) =>
        sql`
        insert into api_tokens (id, user_id, name, hash, scopes, auth_version, created_at, expires_at)
        values (${id}::uuid, ${userId}, ${name}, ${digest}, ${JSON.stringify(scopes)}::text::jsonb, ${authVersion},
          ${DateTime.toDateUtc(now)}, ${DateTime.toDateUtc(expiresAt)})`,
      Effect.asVoid,
      Effect.orDie
    )

    const views = (now: DateTime.Utc) =>
      sql`(
      select ${sql.literal(userColumns)}, t.id, t.name, t.scopes, t.created_at, t.expires_at, t.revoked_at,
        t.last_used_at, t.last_used_address,
        case ${sessionValidity(sql, "t", now).state} when 'stands' then 'active'
          else ${sessionValidity(sql, "t", now).state} end as state
      from api_tokens t join ui_users u on u.id = t.user_id
    ) v`

    const list = Effect.fn("ApiTokenRecords.list")(
      ({ ended, userId }: { readonly userId: number | null; readonly ended: boolean }, now: DateTime.Utc) =>
        tokenViewReader
          .all(sql`
        select * from ${views(now)}
        where ${userId === null ? sql`true` : sql`user_id = ${userId}`} and ${ended ? sql`true` : sql`state = 'active'`}
        order by created_at desc, id desc`)
          .pipe(Effect.map((rows) => rows.map(viewOf))),
      Effect.orDie
    )

    const countActive = Effect.fn("ApiTokenRecords.countActive")(
      (userId: number, now: DateTime.Utc) =>
        countReader
          .one(sql`
        select count(*)::int as total from api_tokens t join ui_users u on u.id = t.user_id
        where u.id = ${userId} and ${sessionValidity(sql, "t", now).isValid}`)
          .pipe(Effect.map(({ total }) => total)),
      Effect.orDie
    )

    const view = Effect.fn("ApiTokenRecords.view")(
      (id: string, now: DateTime.Utc) =>
        Effect.map(tokenViewReader.first(sql`select * from ${views(now)} where id = ${id}::uuid`), (row) =>
          row === null ? null : viewOf(row)
        ),
      Effect.orDie
    )

    const revoke = Effect.fn("ApiTokenRecords.revoke")(
      (id: string, now: DateTime.Utc) =>
        sql`update api_tokens set revoked_at = ${DateTime.toDateUtc(now)} where id = ${id}::uuid and revoked_at is null
          returning id`.pipe(Effect.map((rows) => rows.length === 1)),
      Effect.orDie
    )

    return ApiTokenRecords.of({ present, add, list, countActive, view, revoke })
  })
)
