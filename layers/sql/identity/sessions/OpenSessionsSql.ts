import {
  type OpenSessionRow,
  OpenSessions,
  type OpenSessionsQuery,
  type OpenSessionPage
} from "#services/identity/sessions/OpenSessions.ts"
import { cutPage } from "#domain/platform/Cursor.ts"
import { SessionPosition } from "#domain/identity/sessions/SessionPosition.ts"
import { type CallerUser, UiRole } from "#domain/platform/access/Caller.ts"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { sessionValidity } from "../sessionValidity.ts"
import { whereOneOf } from "../../../postgres/filtering.ts"
import { afterCursor, searching } from "../../../postgres/listing.ts"
import { utc, utcOrNull } from "../../../postgres/moments.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const Owner = Schema.Struct({
  user_id: Schema.NullOr(Schema.Int),
  email: Schema.NullOr(Schema.String),
  full_name: Schema.NullOr(Schema.String),
  role: Schema.NullOr(UiRole)
})
const Row = Schema.Struct({
  ...Owner.fields,
  id: Schema.String,
  kind: Schema.Literals(["ui", "s3"]),
  access_key: Schema.NullOr(Schema.String),
  client_address: Schema.String,
  user_agent: Schema.String,
  created_at: Schema.Date,
  authenticated_at: Schema.Date,
  mfa_verified_at: Schema.NullOr(Schema.Date),
  last_active_at: Schema.Date,
  expires_at: Schema.Date
})
const sessionReader = makeRowReader("auth_sessions", Row)
const ownerReader = makeRowReader(
  "auth_sessions",
  Schema.Struct({ ...Owner.fields, access_key: Schema.NullOr(Schema.String), user_agent: Schema.String })
)

const userOf = ({ email, full_name, role, user_id }: typeof Owner.Type): CallerUser | null =>
  user_id === null || email === null || full_name === null || role === null
    ? null
    : { id: user_id, email, full_name, role }

const sessionOf = (row: typeof Row.Type): OpenSessionRow => ({
  id: row.id,
  kind: row.kind,
  user: userOf(row),
  access_key: row.access_key,
  client_address: row.client_address,
  user_agent: row.user_agent,
  authenticated_at: utc(row.authenticated_at),
  mfa_verified_at: utcOrNull(row.mfa_verified_at),
  last_active_at: utc(row.last_active_at),
  expires_at: utc(row.expires_at),
  createdAt: utc(row.created_at)
})

export const layer = Layer.effect(
  OpenSessions,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const open = (now: DateTime.Utc) =>
      sql`from auth_sessions s
      left join ui_users u on u.id = s.user_id
      left join refresh_values r on r.session_id = s.id and r.used_at is null
      where s.kind in ('ui', 's3') and ${sessionValidity(sql, "s", now).isValid}`

    const list = Effect.fn("OpenSessions.list")(function* (
      query: OpenSessionsQuery,
      { id, standardBut, userId }: OpenSessionPage,
      now: DateTime.Utc
    ) {
      const { behind, rest } = afterCursor(
        sql,
        ["s.created_at", "s.id"],
        query,
        ({ createdAt, id }) => sql`(${DateTime.toDateUtc(createdAt)}, ${id}::uuid)`
      )
      const rows = yield* sessionReader.all(sql`
      select s.id, s.kind, u.id as user_id, u.email, u.full_name, u.role, s.s3_endpoint ->> 'access_key' as access_key,
        s.client_address, s.user_agent, s.created_at, s.authenticated_at, s.mfa_verified_at,
        coalesce(r.issued_at, s.idle_expires_at - interval '30 minutes') as last_active_at,
        least(s.idle_expires_at, s.absolute_expires_at) as expires_at
      ${open(now)}
        and ${id === undefined ? sql`true` : sql`s.id = ${id}::uuid`}
        and ${userId === null ? sql`true` : sql`s.user_id = ${userId}`}
        and ${
          standardBut === null
            ? sql`true`
            : sql`(u.id is null or u.id = ${standardBut}
          or u.role not in ('ui_admin', 'ui_superadmin'))`
        }
        and ${searching(sql, query, ["u.email", "s.client_address", "s.s3_endpoint ->> 'access_key'"])}
          and ${sql.and([behind, ...whereOneOf(sql, "s.kind", query.kind)])} ${rest}`)
      return cutPage(rows.map(sessionOf), query, SessionPosition, ({ createdAt, id }) => ({ createdAt, id }))
    }, Effect.orDie)

    const ownerOf = Effect.fn("OpenSessions.ownerOf")(
      (id: string, now: DateTime.Utc) =>
        Effect.map(
          ownerReader.first(sql`
          select u.id as user_id, u.email, u.full_name, u.role, s.s3_endpoint ->> 'access_key' as access_key,
            s.user_agent
          ${open(now)} and s.id = ${id}::uuid`),
          (row) => (row === null ? null : { user: userOf(row), access_key: row.access_key, user_agent: row.user_agent })
        ),
      Effect.orDie
    )

    const revoke = Effect.fn("OpenSessions.revoke")(
      (id: string, reason: string, now: DateTime.Utc) =>
        sql`update auth_sessions set revoked_at = ${DateTime.toDateUtc(now)}, revoked_reason = ${reason},
          s3_credentials = null
          where id = ${id}::uuid and kind in ('ui', 's3') and revoked_at is null returning id`.pipe(
          Effect.map((rows) => rows.length === 1)
        ),
      Effect.orDie
    )

    return OpenSessions.of({ list, ownerOf, revoke })
  })
)
