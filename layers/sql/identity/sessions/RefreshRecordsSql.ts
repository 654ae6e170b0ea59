import { validityOf } from "#domain/identity/sessions/SessionValidity.ts"
import { RefreshRecords, type Rotation, type RotationOutcome } from "#services/identity/sessions/RefreshRecords.ts"
import { DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { countAttempt } from "../../platform/countAttempt.ts"
import { sessionValidity } from "../sessionValidity.ts"
import { sessionColumns, sessionOf, SessionRow } from "./sessionRow.ts"

const RotationRow = Schema.Struct({
  ...SessionRow.fields,
  count: Schema.Int,
  window_ends_at: Schema.Date,
  ends_at: Schema.NullOr(Schema.Date)
})
const refresheReader = makeRowReader("refresh_values", Schema.Struct({ ...SessionRow.fields, used: Schema.Boolean }))
const rotationReader = makeRowReader("refresh_values", RotationRow)

const outcomeOf = (row: typeof RotationRow.Type, limit: number, now: DateTime.Utc): RotationOutcome => {
  if (row.ends_at !== null) return { _tag: "Rotated", sessionId: row.id, endsAt: DateTime.fromDateUnsafe(row.ends_at) }
  if (row.count > limit) {
    const timeLeft = DateTime.distance(now, DateTime.fromDateUnsafe(row.window_ends_at))
    return { _tag: "Limited", retryAfterSeconds: Math.max(1, Math.ceil(Duration.toSeconds(timeLeft))) }
  }
  const session = sessionOf(row)
  const validity = validityOf(session, now)
  return validity === "stands" ? { _tag: "Replayed", session } : { _tag: "Over", validity }
}

const date = DateTime.toDateUtc

export const layer = Layer.effect(
  RefreshRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const selected = sql.literal(sessionColumns)

    const add = Effect.fn("RefreshRecords.add")(
      (sessionId: string, digest: string, now: DateTime.Utc) =>
        sql`insert into refresh_values (hash, session_id, issued_at)
          values (${digest}, ${sessionId}::uuid, ${date(now)})`,
      Effect.asVoid,
      Effect.orDie
    )

    const find = Effect.fn("RefreshRecords.find")(
      (digest: string) =>
        refresheReader
          .first(sql`
        select ${selected}, r.used_at is not null as used
        from refresh_values r join auth_sessions s on s.id = r.session_id join ui_users u on u.id = s.user_id
        where r.hash = ${digest} and s.kind = 'ui'`)
          .pipe(
            Effect.map((found) =>
              Option.map(Option.fromNullOr(found), (row) => ({ session: sessionOf(row), used: row.used }))
            )
          ),
      Effect.orDie
    )

    const rotate = Effect.fn("RefreshRecords.rotate")(function* ({
      digest,
      idleExpiresAt,
      limit,
      next,
      now
    }: Rotation) {
      const at = date(now)
      const endsAt = date(DateTime.addDuration(now, limit.window))
      // concurrent refreshes wait for the family's row; the second finds the token used
      const row = yield* rotationReader.first(sql`
        with family as (
          select ${selected}, ${sessionValidity(sql, "s", now).isValid} as stands
          from refresh_values r join auth_sessions s on s.id = r.session_id join ui_users u on u.id = s.user_id
          where r.hash = ${digest} and s.kind = 'ui'
        ), counted as (
          ${countAttempt(sql, sql`select ${`${limit.key}/`}::text || id, 1, ${endsAt}::timestamptz from family`, at)}
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
      return row === null ? ({ _tag: "Unknown" } as const) : outcomeOf(row, limit.count, now)
    }, Effect.orDie)

    return RefreshRecords.of({ add, find, rotate })
  })
)
