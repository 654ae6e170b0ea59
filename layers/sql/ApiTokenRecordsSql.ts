import type { Scope } from "#domain/Scope.ts"
import { type ApiTokenRecord, ApiTokenRecords } from "#services/access/ApiTokenRecords.ts"
import { Array, DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { userColumns, type UserColumns, userOf } from "./userColumns.ts"

interface Row extends UserColumns {
  readonly id: string
  readonly hash: string
  readonly scopes: ReadonlyArray<Scope>
  readonly auth_version: number
  readonly user_auth_version: number
  readonly is_active: boolean
  readonly expires_at: Date
  readonly revoked: boolean
}

const record = (row: Row): ApiTokenRecord => ({
  id: row.id,
  digest: row.hash,
  scopes: row.scopes,
  user: userOf(row),
  userActive: row.is_active,
  authVersion: row.auth_version,
  userAuthVersion: row.user_auth_version,
  expiresAt: DateTime.fromDateUnsafe(row.expires_at),
  revoked: row.revoked
})

export const layer = Layer.effect(ApiTokenRecords, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const columns = sql.literal(`${userColumns}, t.id, t.hash, t.scopes, t.auth_version,
    u.auth_version as user_auth_version, u.is_active, t.expires_at, t.revoked_at is not null as revoked`)

  const find = Effect.fn("ApiTokenRecords.find")(
    (id: string) =>
      sql<Row>`select ${columns} from api_tokens t join ui_users u on u.id = t.user_id where t.id = ${id}::uuid`.pipe(
        Effect.map((rows) => Option.map(Array.head(rows), record))
      ),
    Effect.orDie
  )

  const used = Effect.fn("ApiTokenRecords.used")(
    (id: string, address: string, now: DateTime.Utc) =>
      sql`
        update api_tokens set last_used_at = ${DateTime.toDateUtc(now)}, last_used_address = ${address}
        where id = ${id}::uuid
          and (last_used_at is null or last_used_at <= ${DateTime.toDateUtc(DateTime.subtract(now, { minutes: 1 }))})`,
    Effect.asVoid,
    Effect.orDie
  )

  return ApiTokenRecords.of({ find, used })
}))
