import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CopyCheck } from "#domain/fleet/CopyCheck.ts"
import { CopyCheckRecords } from "#services/fleet/CopyCheckRecords.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const checkReader = makeRowReader("copy_checks", Schema.Struct({ result: CopyCheck }))

export const layer = Layer.effect(
  CopyCheckRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return CopyCheckRecords.of({
      find: Effect.fn("CopyCheckRecords.find")(
        (endpointId) =>
          Effect.map(
            checkReader.first(sql`select result from copy_checks where endpoint_id = ${endpointId}`),
            (row) => row?.result ?? null
          ),
        Effect.orDie
      ),
      store: Effect.fn("CopyCheckRecords.store")(
        (endpointId, check) =>
          Effect.asVoid(sql`
            insert into copy_checks (endpoint_id, result) values (${endpointId}, ${JSON.stringify(check)}::text::jsonb)
            on conflict (endpoint_id) do update set result = excluded.result`),
        Effect.orDie
      )
    })
  })
)
