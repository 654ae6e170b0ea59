import { KnownAddresses } from "#services/platform/limits/KnownAddresses.ts"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { rememberAddress } from "./rememberAddress.ts"

const DELETE_BATCH_SIZE = 5_000

export const layer = Layer.effect(
  KnownAddresses,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const isKnown = Effect.fn("KnownAddresses.isKnown")(
      (account: string, network: string, since: DateTime.Utc) =>
        Effect.map(
          sql`select 1 from known_addresses where account = ${account} and network = ${network}
            and last_used_at >= ${DateTime.toDateUtc(since)}`,
          (rows) => rows.length === 1
        ),
      Effect.orDie
    )

    const remember = Effect.fn("KnownAddresses.remember")(
      (account: string, network: string, now: DateTime.Utc) => rememberAddress(sql, account, network, now),
      Effect.asVoid,
      Effect.orDie
    )

    const clear = Effect.fn("KnownAddresses.clear")(
      (usedBefore: DateTime.Utc) =>
        sql`
        delete from known_addresses where (account, network) in (
          select account, network from known_addresses where last_used_at < ${DateTime.toDateUtc(usedBefore)}
            limit ${DELETE_BATCH_SIZE}
        ) returning 1`.pipe(Effect.map((rows) => rows.length)),
      Effect.orDie
    )

    return KnownAddresses.of({ isKnown, remember, clear })
  })
)
