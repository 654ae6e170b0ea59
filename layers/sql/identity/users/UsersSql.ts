import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import { clientNetwork } from "#domain/platform/clientNetwork.ts"
import { userAccount } from "#services/platform/limits/KnownAddresses.ts"
import { type NewUser, type UserRecord, Users } from "#services/identity/users/Users.ts"
import { Settings } from "#services/platform/Settings.ts"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { utcOrNull } from "../../../postgres/moments.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { nullWhenTaken } from "../../../postgres/uniqueness.ts"
import { rememberAddress } from "../../platform/rememberAddress.ts"
import { passkeyPolicyOf, PolicyRow, policyStatement } from "./passkeyPolicyOf.ts"
import { userColumns, UserColumns, userOf } from "./userColumns.ts"

const Row = Schema.Struct({
  ...UserColumns,
  password_hash: Schema.NullOr(Schema.String),
  auth_version: Schema.Int,
  is_active: Schema.Boolean
})
const userReader = makeRowReader("ui_users", Row)
const passwordReader = makeRowReader("ui_users", Schema.Struct({ at: Schema.NullOr(Schema.Date) }))
const policyReader = makeRowReader("application_settings", PolicyRow)

const record = (row: typeof Row.Type): UserRecord => ({
  user: userOf(row),
  passwordHash: row.password_hash,
  authVersion: row.auth_version,
  isActive: row.is_active
})

export const layer = Layer.effect(
  Users,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const policyOf = passkeyPolicyOf(yield* Settings)
    const columns = sql.literal(`${userColumns}, u.password_hash, u.auth_version, u.is_active`)
    const first = Effect.map((row: typeof Row.Type | null) => Option.map(Option.fromNullOr(row), record))

    const byEmail = Effect.fn("Users.byEmail")(
      (email: string) =>
        first(userReader.first(sql`select ${columns} from ui_users u where lower(u.email) = lower(${email})`)),
      Effect.orDie
    )
    const byId = Effect.fn("Users.byId")(
      (id: number) => first(userReader.first(sql`select ${columns} from ui_users u where u.id = ${id}`)),
      Effect.orDie
    )

    const create = Effect.fn("Users.create")(({ email, fullName, passwordHash, role }: NewUser, now: DateTime.Utc) => {
      const at = DateTime.toDateUtc(now)
      return userReader
        .first(sql`
        insert into ui_users as u (email, full_name, role, password_hash, password_changed_at, created_at, updated_at)
        values (${email}, ${fullName}, ${role}, ${passwordHash}, ${passwordHash === null ? null : at}, ${at}, ${at})
        returning ${columns}`)
        .pipe(
          // a failed insert would abort the caller's transaction
          sql.withTransaction,
          nullWhenTaken,
          Effect.map((row) => (row === null ? null : record(row)))
        )
    }, Effect.orDie)

    const passwordChangedAt = Effect.fn("Users.passwordChangedAt")(
      (id: number) =>
        Effect.map(passwordReader.first(sql`select password_changed_at as at from ui_users where id = ${id}`), (row) =>
          utcOrNull(row?.at ?? null)
        ),
      Effect.orDie
    )

    const setPassword = Effect.fn("Users.setPassword")(
      (id: number, passwordHash: string, now: DateTime.Utc) => {
        const at = DateTime.toDateUtc(now)
        return sql`update ui_users set password_hash = ${passwordHash}, password_changed_at = ${at}, updated_at = ${at}
          where id = ${id}`
      },
      Effect.asVoid,
      Effect.orDie
    )

    const signedIn = Effect.fn("Users.signedIn")(function* (id: number, now: DateTime.Utc) {
      yield* sql`update ui_users set last_login_at = ${DateTime.toDateUtc(now)} where id = ${id}`
      const network = clientNetwork((yield* CurrentOrigin).address)
      if (network !== "") yield* rememberAddress(sql, userAccount(id), network, now)
    }, Effect.orDie)

    const passkeyPolicy = policyReader
      .first(sql`${sql.literal(policyStatement)}`)
      .pipe(Effect.map(policyOf), Effect.withSpan("Users.passkeyPolicy"), Effect.orDie)

    return Users.of({ byEmail, byId, create, passwordChangedAt, setPassword, signedIn, passkeyPolicy })
  })
)
