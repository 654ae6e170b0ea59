import { KnownAddresses } from "#services/limits/KnownAddresses.ts"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { rememberAddress } from "./rememberAddress.ts"

export const layer = Layer.effect(KnownAddresses, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const isKnown = Effect.fn("KnownAddresses.isKnown")(
    (account: string, network: string, since: DateTime.Utc) =>
      Effect.map(
        sql`select 1 from known_addresses where account = ${account} and network = ${network} and last_used_at >= ${DateTime.toDateUtc(since)}`,
        (rows) => rows.length === 1
      ),
    Effect.orDie
  )

  const remember = Effect.fn("KnownAddresses.remember")(
    (account: string, network: string, now: DateTime.Utc) => rememberAddress(sql, account, network, now),
    Effect.asVoid,
    Effect.orDie
  )

  return KnownAddresses.of({ isKnown, remember })
}))
