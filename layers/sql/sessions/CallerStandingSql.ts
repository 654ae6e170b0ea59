import type { Caller } from "#domain/access/Caller.ts"
import { CallerStanding } from "#services/sessions/CallerStanding.ts"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { standing } from "../standing/standing.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const session = (id: string, now: DateTime.Utc) =>
    sql`select 1 from auth_sessions s left join ui_users u on u.id = s.user_id where s.id = ${id}::uuid and ${standing(sql, "s", now).stands}`

  const token = (id: string, now: DateTime.Utc) =>
    sql`select 1 from api_tokens t join ui_users u on u.id = t.user_id where t.id = ${id}::uuid and ${standing(sql, "t", now).stands}`

  const stands = Effect.fn("CallerStanding.stands")(function*(caller: Caller) {
    const now = yield* DateTime.now
    switch (caller._tag) {
      case "Session":
      case "PreAuth":
      case "S3Session":
        return (yield* session(caller.session_id, now)).length > 0
      case "Token":
        return (yield* token(caller.token_id, now)).length > 0
      case "Anonymous":
      case "Internal":
        return true
    }
  }, Effect.orDie)

  return CallerStanding.of({ stands })
})

/** Standing of callers by their rows, in one statement. */
export const layer = Layer.effect(CallerStanding, make)
