import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { FormerValues, FreezeRecords } from "#services/accounts/directory/FreezeRecords.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const freezeReader = makeRowReader("account_freezes", Schema.Struct({ former: FormerValues }))

export const layer = Layer.effect(
  FreezeRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return FreezeRecords.of({
      find: Effect.fn("FreezeRecords.find")(
        (endpointId, accountId) =>
          Effect.map(
            freezeReader.first(
              sql`select former from account_freezes where endpoint_id = ${endpointId} and account_id = ${accountId}`
            ),
            (found) => found?.former ?? null
          ),
        Effect.orDie
      ),
      add: Effect.fn("FreezeRecords.add")(
        (endpointId, accountId, { at, by, former }) =>
          Effect.asVoid(sql`
          insert into account_freezes (endpoint_id, account_id, former, frozen_at, frozen_by)
          values (${endpointId}, ${accountId}, ${JSON.stringify(former)}::text::jsonb,
            ${DateTime.toDateUtc(at)}, ${by})`),
        Effect.orDie
      ),
      remove: Effect.fn("FreezeRecords.remove")(
        (endpointId, accountId) =>
          Effect.asVoid(
            sql`delete from account_freezes where endpoint_id = ${endpointId} and account_id = ${accountId}`
          ),
        Effect.orDie
      )
    })
  })
)
