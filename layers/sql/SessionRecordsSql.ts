import { type NewSession, type SessionKind, type SessionRecord, SessionRecords } from "#services/access/SessionRecords.ts"
import { Array, DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { userColumns, type UserColumns, userOf } from "./userColumns.ts"

interface Row extends UserColumns {
  readonly id: string
  readonly kind: SessionKind
  readonly auth_version: number
  readonly user_auth_version: number
  readonly is_active: boolean
  readonly authenticated_at: Date
  readonly mfa_verified_at: Date | null
  readonly idle_expires_at: Date
  readonly absolute_expires_at: Date
  readonly revoked: boolean
}

const columns = `${userColumns}, s.id, s.kind, s.auth_version, u.auth_version as user_auth_version, u.is_active,
  s.authenticated_at, s.mfa_verified_at, s.idle_expires_at, s.absolute_expires_at, s.revoked_at is not null as revoked`

const record = (row: Row): SessionRecord => ({
  id: row.id,
  kind: row.kind,
  user: userOf(row),
  authVersion: row.auth_version,
  userAuthVersion: row.user_auth_version,
  userActive: row.is_active,
  authenticatedAt: DateTime.fromDateUnsafe(row.authenticated_at),
  mfaVerifiedAt: row.mfa_verified_at === null ? null : DateTime.fromDateUnsafe(row.mfa_verified_at),
  idleExpiresAt: DateTime.fromDateUnsafe(row.idle_expires_at),
  absoluteExpiresAt: DateTime.fromDateUnsafe(row.absolute_expires_at),
  revoked: row.revoked
})

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
        authenticated_at: date(now),
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
      sql<Row>`select ${selected} from auth_sessions s join ui_users u on u.id = s.user_id
               where s.id = ${id}::uuid and s.kind = ${kind}`.pipe(
        Effect.map((rows) => Option.map(Array.head(rows), record))
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
      sql<Row & { readonly used: boolean }>`
        select ${selected}, r.used_at is not null as used
        from refresh_values r join auth_sessions s on s.id = r.session_id join ui_users u on u.id = s.user_id
        where r.hash = ${digest} and s.kind = 'ui'`.pipe(
        Effect.map((rows) => Option.map(Array.head(rows), (row) => ({ session: record(row), used: row.used })))
      ),
    Effect.orDie
  )

  const useRefresh = Effect.fn("SessionRecords.useRefresh")(
    (digest: string, now: DateTime.Utc) =>
      sql`update refresh_values set used_at = ${date(now)} where hash = ${digest} and used_at is null returning hash`.pipe(
        Effect.map((rows) => rows.length === 1)
      ),
    Effect.orDie
  )

  const extend = Effect.fn("SessionRecords.extend")(
    (id: string, idleExpiresAt: DateTime.Utc) =>
      sql`update auth_sessions set idle_expires_at = ${date(idleExpiresAt)} where id = ${id}::uuid`,
    Effect.asVoid,
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
      sql<{ id: string }>`
        update auth_sessions set revoked_at = ${date(now)}, revoked_reason = ${reason}, s3_credentials = null
        where user_id = ${userId} and revoked_at is null returning id`.pipe(
        Effect.map((rows) => rows.map(({ id }) => id))
      ),
    Effect.orDie
  )

  return SessionRecords.of({ add, find, addRefresh, findRefresh, useRefresh, extend, verified, revoke, revokeAll })
}))
