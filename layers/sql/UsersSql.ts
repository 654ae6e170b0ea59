import { type UserRecord, Users } from "#services/access/Users.ts"
import { Array, DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { userColumns, type UserColumns, userOf } from "./userColumns.ts"

interface Row extends UserColumns {
  readonly password_hash: string | null
  readonly auth_version: number
  readonly is_active: boolean
}

const record = (row: Row): UserRecord => ({
  user: userOf(row), passwordHash: row.password_hash, authVersion: row.auth_version, isActive: row.is_active
})

export const layer = Layer.effect(Users, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const columns = sql.literal(`${userColumns}, u.password_hash, u.auth_version, u.is_active`)
  const first = Effect.map((rows: ReadonlyArray<Row>) => Option.map(Array.head(rows), record))

  const byEmail = Effect.fn("Users.byEmail")(
    (email: string) => first(sql<Row>`select ${columns} from ui_users u where lower(u.email) = lower(${email})`),
    Effect.orDie
  )
  const byId = Effect.fn("Users.byId")(
    (id: number) => first(sql<Row>`select ${columns} from ui_users u where u.id = ${id}`),
    Effect.orDie
  )

  const createSuperadmin = Effect.fn("Users.createSuperadmin")(
    function*(
      input: { readonly email: string; readonly fullName: string; readonly passwordHash: string },
      now: DateTime.Utc
    ) {
      const at = DateTime.toDateUtc(now)
      const rows = yield* sql<Row>`
        insert into ui_users as u (email, full_name, role, password_hash, created_at, updated_at)
        values (${input.email}, ${input.fullName}, 'ui_superadmin', ${input.passwordHash}, ${at}, ${at})
        returning ${columns}`
      return record(rows[0]!)
    },
    Effect.orDie
  )

  const signedIn = Effect.fn("Users.signedIn")(
    (id: number, now: DateTime.Utc) => sql`update ui_users set last_login_at = ${DateTime.toDateUtc(now)} where id = ${id}`,
    Effect.asVoid,
    Effect.orDie
  )

  const passkeyPolicy = sql<{ admins: boolean; users: boolean }>`
    select coalesce((settings ->> 'require_passkey_for_admins')::boolean, true) as admins,
           coalesce((settings ->> 'require_passkey_for_users')::boolean, false) as users
    from application_settings`.pipe(
    Effect.map(([row]) => ({ requireForAdmins: row?.admins ?? true, requireForUsers: row?.users ?? false })),
    Effect.withSpan("Users.passkeyPolicy"),
    Effect.orDie
  )

  return Users.of({ byEmail, byId, createSuperadmin, signedIn, passkeyPolicy })
}))
