import { type NewSession, type SessionKind, SessionRecords } from "#services/identity/sessions/SessionRecords.ts"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { sessionColumns, sessionOf, SessionRow } from "./sessionRow.ts"

const sessionReader = makeRowReader("auth_sessions", SessionRow)
const idReader = makeRowReader("auth_sessions", Schema.Struct({ id: Schema.String }))

/** Short deletes do not block sessions. */
const DELETE_BATCH_SIZE = 5_000

const date = DateTime.toDateUtc
const MAX_USER_AGENT_LENGTH = 512

export const layer = Layer.effect(
  SessionRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const selected = sql.literal(sessionColumns)

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
          user_agent: session.origin.userAgent.slice(0, MAX_USER_AGENT_LENGTH)
        })}`,
      Effect.asVoid,
      Effect.orDie
    )

    const find = Effect.fn("SessionRecords.find")(
      (id: string, kind: SessionKind) =>
        sessionReader
          .first(sql`select ${selected} from auth_sessions s join ui_users u on u.id = s.user_id
                         where s.id = ${id}::uuid and s.kind = ${kind}`)
          .pipe(Effect.map((row) => Option.map(Option.fromNullOr(row), sessionOf))),
      Effect.orDie
    )

    const lock = Effect.fn("SessionRecords.lock")(
      (id: string, kind: SessionKind) =>
        sessionReader
          .first(sql`select ${selected} from auth_sessions s join ui_users u on u.id = s.user_id
                         where s.id = ${id}::uuid and s.kind = ${kind} for update of s, u`)
          .pipe(Effect.map((row) => Option.map(Option.fromNullOr(row), sessionOf))),
      Effect.orDie
    )

    const verified = Effect.fn("SessionRecords.verified")(
      (id: string, at: DateTime.Utc) =>
        sql`update auth_sessions set mfa_verified_at = ${date(at)} where id = ${id}::uuid`,
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
      (userId: number, reason: string, now: DateTime.Utc, but: string | null = null) =>
        idReader
          .all(sql`
        update auth_sessions set revoked_at = ${date(now)}, revoked_reason = ${reason}, s3_credentials = null
        where user_id = ${userId} and revoked_at is null and id is distinct from ${but}::uuid returning id`)
          .pipe(Effect.map((rows) => rows.map(({ id }) => id))),
      Effect.orDie
    )

    const clear = Effect.fn("SessionRecords.clear")(
      (endedBefore: DateTime.Utc) =>
        sql`
        delete from auth_sessions where id in (
          select id from auth_sessions where absolute_expires_at <= ${date(endedBefore)} and s3_credentials is null
            limit ${DELETE_BATCH_SIZE}
        ) returning 1`.pipe(Effect.map((rows) => rows.length)),
      Effect.orDie
    )

    return SessionRecords.of({ add, find, lock, verified, revoke, revokeAll, clear })
  })
)
