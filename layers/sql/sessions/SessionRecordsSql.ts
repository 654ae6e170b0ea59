import { standingOf } from "#domain/sessions/Standing.ts"
import {
  type NewSession, type Rotation, type RotationOutcome, type SessionKind, type SessionRecord, SessionRecords
} from "#services/sessions/SessionRecords.ts"
import { DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { standing } from "../standing/standing.ts"
import { rowsOf } from "../../postgres/rowsOf.ts"
import { userColumns, UserColumns, userOf } from "../users/userColumns.ts"

const Row = Schema.Struct({
  ...UserColumns,
  id: Schema.String,
  kind: Schema.Literals(["ui", "preauth"]),
  auth_version: Schema.Int,
  user_auth_version: Schema.Int,
  is_active: Schema.Boolean,
  authenticated_at: Schema.Date,
  mfa_verified_at: Schema.NullOr(Schema.Date),
  idle_expires_at: Schema.Date,
  absolute_expires_at: Schema.Date,
  revoked: Schema.Boolean
})
const RotationRow = Schema.Struct({
  ...Row.fields, count: Schema.Int, window_ends_at: Schema.Date, ends_at: Schema.NullOr(Schema.Date)
})
const table = "auth_sessions"
const sessions = rowsOf(table, Row)
const refreshes = rowsOf(table, Schema.Struct({ ...Row.fields, used: Schema.Boolean }))
const rotations = rowsOf(table, RotationRow)
const ids = rowsOf(table, Schema.Struct({ id: Schema.String }))

const columns = `${userColumns}, s.id, s.kind, s.auth_version, u.auth_version as user_auth_version, u.is_active,
  s.authenticated_at, s.mfa_verified_at, s.idle_expires_at, s.absolute_expires_at, s.revoked_at is not null as revoked`

const record = (row: typeof Row.Type): SessionRecord => ({
  id: row.id,
  kind: row.kind,
  user: userOf(row),
  owner: { active: row.is_active, authVersion: row.auth_version, authVersionNow: row.user_auth_version },
  authenticatedAt: DateTime.fromDateUnsafe(row.authenticated_at),
  mfaVerifiedAt: row.mfa_verified_at === null ? null : DateTime.fromDateUnsafe(row.mfa_verified_at),
  absoluteExpiresAt: DateTime.fromDateUnsafe(row.absolute_expires_at),
  endsAt: DateTime.min(DateTime.fromDateUnsafe(row.idle_expires_at), DateTime.fromDateUnsafe(row.absolute_expires_at)),
  revoked: row.revoked
})

const outcomeOf = (row: typeof RotationRow.Type, limit: number, now: DateTime.Utc): RotationOutcome => {
  if (row.ends_at !== null) return { _tag: "Rotated", sessionId: row.id, endsAt: DateTime.fromDateUnsafe(row.ends_at) }
  if (row.count > limit) {
    const left = DateTime.distance(now, DateTime.fromDateUnsafe(row.window_ends_at))
    return { _tag: "Limited", retryAfterSeconds: Math.max(1, Math.ceil(Duration.toSeconds(left))) }
  }
  const session = record(row)
  const found = standingOf(session, now)
  return found === "stands" ? { _tag: "Replayed", session } : { _tag: "Over", standing: found }
}

const date = DateTime.toDateUtc
/** A user agent is for people to recognise: what is longer is cut. */
const userAgentLength = 512

export const layer = Layer.effect(SessionRecords, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const selected = sql.literal(columns)

  const add = Effect.fn("SessionRecords.add")(
    (session: NewSession, now: DateTime.Utc) =>
      sql`insert into auth_sessions ${sql.insert({
        id: session.id,
        kind: session.kind,
        user_id: session.userId,
        auth_version: session.authVersion,
        authenticated_at: date(session.authenticatedAt),
        mfa_verified_at: session.mfaVerifiedAt === null ? null : date(session.mfaVerifiedAt),
        created_at: date(now),
        idle_expires_at: date(session.idleExpiresAt),
        absolute_expires_at: date(session.absoluteExpiresAt),
        client_address: session.origin.address,
        user_agent: session.origin.userAgent.slice(0, userAgentLength)
      })}`,
    Effect.asVoid,
    Effect.orDie
  )

  const find = Effect.fn("SessionRecords.find")(
    (id: string, kind: SessionKind) =>
      sessions.first(sql`select ${selected} from auth_sessions s join ui_users u on u.id = s.user_id
                         where s.id = ${id}::uuid and s.kind = ${kind}`).pipe(
        Effect.map((row) => Option.map(Option.fromNullOr(row), record))
      ),
    Effect.orDie
  )

  const hold = Effect.fn("SessionRecords.hold")(
    (id: string, kind: SessionKind) =>
      sessions.first(sql`select ${selected} from auth_sessions s join ui_users u on u.id = s.user_id
                         where s.id = ${id}::uuid and s.kind = ${kind} for update of s, u`).pipe(
        Effect.map((row) => Option.map(Option.fromNullOr(row), record))
      ),
    Effect.orDie
  )

  const addRefresh = Effect.fn("SessionRecords.addRefresh")(
    (sessionId: string, digest: string, now: DateTime.Utc) =>
      sql`insert into refresh_values (hash, session_id, issued_at) values (${digest}, ${sessionId}::uuid, ${date(now)})`,
    Effect.asVoid,
    Effect.orDie
  )

  const findRefresh = Effect.fn("SessionRecords.findRefresh")(
    (digest: string) =>
      refreshes.first(sql`
        select ${selected}, r.used_at is not null as used
        from refresh_values r join auth_sessions s on s.id = r.session_id join ui_users u on u.id = s.user_id
        where r.hash = ${digest} and s.kind = 'ui'`).pipe(
        Effect.map((found) => Option.map(Option.fromNullOr(found), (row) => ({ session: record(row), used: row.used })))
      ),
    Effect.orDie
  )

  const rotate = Effect.fn("SessionRecords.rotate")(
    function*({ digest, idleExpiresAt, limit, next, now }: Rotation) {
      const at = date(now)
      const windowEnds = date(DateTime.addDuration(now, limit.window))
      // racers wait for each other at the family's count; whoever comes second finds the value used
      const row = yield* rotations.first(sql`
        with family as (
          select ${selected}, ${standing(sql, "s", now).stands} as stands
          from refresh_values r join auth_sessions s on s.id = r.session_id join ui_users u on u.id = s.user_id
          where r.hash = ${digest} and s.kind = 'ui'
        ), counted as (
          insert into rate_limits as l (key, count, window_ends_at)
          select ${`${limit.key}/`}::text || id, 1, ${windowEnds} from family
          on conflict (key) do update set
            count = case when l.window_ends_at <= ${at} then 1 else l.count + 1 end,
            window_ends_at = case when l.window_ends_at <= ${at} then excluded.window_ends_at else l.window_ends_at end
          returning count, window_ends_at
        ), used as (
          update refresh_values set used_at = ${at}
          where hash = ${digest} and used_at is null and exists (select from family where stands)
            and (select count from counted) <= ${limit.count}
          returning session_id
        ), extended as (
          update auth_sessions s set idle_expires_at = least(s.absolute_expires_at, ${date(idleExpiresAt)})
          from used where s.id = used.session_id returning s.idle_expires_at
        ), fresh as (
          insert into refresh_values (hash, session_id, issued_at) select ${next}, session_id, ${at} from used
        )
        select family.*, counted.count, counted.window_ends_at, (select idle_expires_at from extended) as ends_at
        from family, counted`)
      return row === null ? { _tag: "Unknown" } as const : outcomeOf(row, limit.count, now)
    },
    Effect.orDie
  )

  const verified = Effect.fn("SessionRecords.verified")(
    (id: string, at: DateTime.Utc) => sql`update auth_sessions set mfa_verified_at = ${date(at)} where id = ${id}::uuid`,
    Effect.asVoid,
    Effect.orDie
  )

  const revoke = Effect.fn("SessionRecords.revoke")(
    (id: string, reason: string, now: DateTime.Utc) =>
      sql`update auth_sessions set revoked_at = ${date(now)}, revoked_reason = ${reason}, s3_credentials = null
          where id = ${id}::uuid and revoked_at is null returning id`.pipe(Effect.map((rows) => rows.length === 1)),
    Effect.orDie
  )

  const revokeAll = Effect.fn("SessionRecords.revokeAll")(
    (userId: number, reason: string, now: DateTime.Utc) =>
      ids.all(sql`
        update auth_sessions set revoked_at = ${date(now)}, revoked_reason = ${reason}, s3_credentials = null
        where user_id = ${userId} and revoked_at is null returning id`).pipe(
        Effect.map((rows) => rows.map(({ id }) => id))
      ),
    Effect.orDie
  )

  return SessionRecords.of({ add, find, hold, addRefresh, findRefresh, rotate, verified, revoke, revokeAll })
}))
