import type { Caller } from "#domain/access/Caller.ts"
import { CallerStanding } from "#services/sessions/CallerStanding.ts"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const sessionStands = (id: string, now: Date) =>
    sql`
      select 1 from auth_sessions s join ui_users u on u.id = s.user_id
      where s.id = ${id} and s.revoked_at is null and s.absolute_expires_at > ${now} and s.idle_expires_at > ${now}
        and u.is_active and u.auth_version = s.auth_version`

  const s3SessionStands = (id: string, now: Date) =>
    sql`
      select 1 from auth_sessions
      where id = ${id} and kind = 's3' and revoked_at is null and absolute_expires_at > ${now} and idle_expires_at > ${now}`

  const tokenStands = (id: string, now: Date) =>
    sql`
      select 1 from api_tokens t join ui_users u on u.id = t.user_id
      where t.id = ${id} and t.revoked_at is null and t.expires_at > ${now} and u.is_active and u.auth_version = t.auth_version`

  const stands = Effect.fn("CallerStanding.stands")(function*(caller: Caller) {
    const now = DateTime.toDate(yield* DateTime.now)
    switch (caller._tag) {
      case "Session":
      case "PreAuth":
        return (yield* sessionStands(caller.session_id, now)).length > 0
      case "S3Session":
        return (yield* s3SessionStands(caller.session_id, now)).length > 0
      case "Token":
        return (yield* tokenStands(caller.token_id, now)).length > 0
      case "Anonymous":
      case "Internal":
        return true
    }
  }, Effect.orDie)

  return CallerStanding.of({ stands })
})

/** Standing of callers by their rows, in one statement. */
export const layer = Layer.effect(CallerStanding, make)
