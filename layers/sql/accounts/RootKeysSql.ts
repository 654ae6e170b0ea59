import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RootKeys } from "#services/accounts/RootKeys.ts"

/** Keys of registered accounts in PostgreSQL. */
export const layer = Layer.effect(RootKeys, Effect.map(SqlClient.SqlClient, (sql) => RootKeys.of({
  replace: Effect.fn("RootKeys.replace")((accountId: number, { access_key, secret }) =>
    Effect.asVoid(sql`update rgw_accounts set access_key = ${access_key}, secret = ${secret} where id = ${accountId}`), Effect.orDie)
})))
