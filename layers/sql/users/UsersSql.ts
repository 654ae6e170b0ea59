import type { PasskeyPolicy } from "#domain/signin/SignInPolicy.ts"
import { type NewUser, type UserRecord, Users } from "#services/users/Users.ts"
import { Array, DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { nullWhenTaken } from "../../postgres/uniqueness.ts"
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

  const create = Effect.fn("Users.create")(
    ({ email, fullName, passwordHash, role }: NewUser, now: DateTime.Utc) => {
      const at = DateTime.toDateUtc(now)
      return sql<Row>`
        insert into ui_users as u (email, full_name, role, password_hash, password_changed_at, created_at, updated_at)
        values (${email}, ${fullName}, ${role}, ${passwordHash}, ${passwordHash === null ? null : at}, ${at}, ${at})
        returning ${columns}`.pipe(
        // a refused insert would abort the caller's whole transaction
        sql.withTransaction,
        nullWhenTaken,
        Effect.map((rows) => rows?.[0] === undefined ? null : record(rows[0]))
      )
    },
    Effect.orDie
  )

  const setPassword = Effect.fn("Users.setPassword")(
    (id: number, passwordHash: string, now: DateTime.Utc) => {
      const at = DateTime.toDateUtc(now)
      return sql`update ui_users set password_hash = ${passwordHash}, password_changed_at = ${at}, updated_at = ${at} where id = ${id}`
    },
    Effect.asVoid,
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

  const setPasskeyPolicy = Effect.fn("Users.setPasskeyPolicy")(
    ({ requireForAdmins, requireForUsers }: PasskeyPolicy, now: DateTime.Utc) =>
      sql`
        update application_settings set updated_at = ${DateTime.toDateUtc(now)}, settings = settings || jsonb_build_object(
          'require_passkey_for_admins', ${requireForAdmins}::boolean, 'require_passkey_for_users', ${requireForUsers}::boolean)`,
    Effect.asVoid,
    Effect.orDie
  )

  return Users.of({ byEmail, byId, create, setPassword, signedIn, passkeyPolicy, setPasskeyPolicy })
}))
