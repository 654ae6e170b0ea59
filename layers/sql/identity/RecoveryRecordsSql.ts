import { RecoveryRecords, type SuperadminState } from "#services/identity/RecoveryRecords.ts"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { userColumns, UserColumns, userOf } from "./users/userColumns.ts"

const Row = Schema.Struct({
  ...UserColumns,
  passkeys: Schema.Int,
  recovery_codes: Schema.Int,
  challenges: Schema.Int,
  sessions: Schema.Int,
  tokens: Schema.Int
})
const superadminReader = makeRowReader("ui_users", Row)

const validity = ({
  challenges,
  passkeys,
  recovery_codes,
  sessions,
  tokens,
  ...user
}: typeof Row.Type): SuperadminState => ({
  user: userOf(user),
  passkeys,
  recoveryCodes: recovery_codes,
  challenges,
  sessions,
  tokens
})

export const layer = Layer.effect(
  RecoveryRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const activeSuperadmins = superadminReader
      .all(sql`
    select ${sql.literal(userColumns)},
      (select count(*)::int from webauthn_credentials p where p.user_id = u.id) as passkeys,
      (select count(*)::int from recovery_codes c where c.user_id = u.id) as recovery_codes,
      (select count(*)::int from webauthn_challenges c join auth_sessions s on s.id = c.session_id
        where s.user_id = u.id) as challenges,
      (select count(*)::int from auth_sessions s where s.user_id = u.id and s.revoked_at is null) as sessions,
      (select count(*)::int from api_tokens t where t.user_id = u.id and t.revoked_at is null) as tokens
    from ui_users u where u.role = 'ui_superadmin' and u.is_active order by u.id`)
      .pipe(
        Effect.map((rows) => rows.map(validity)),
        Effect.withSpan("RecoveryRecords.activeSuperadmins"),
        Effect.orDie
      )

    const invalidate = Effect.fn("RecoveryRecords.invalidate")(
      (userId: number, now: DateTime.Utc) =>
        sql`
        with tokens as (
          update api_tokens set revoked_at = ${DateTime.toDateUtc(now)} where user_id = ${userId} and revoked_at is null
        )
        update ui_users set auth_version = auth_version + 1 where id = ${userId}`,
      Effect.asVoid,
      Effect.orDie
    )

    return RecoveryRecords.of({ activeSuperadmins, invalidate })
  })
)
