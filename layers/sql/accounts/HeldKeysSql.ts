import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { StoredKeys } from "#services/accounts/StoredKeys.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const keyReader = makeRowReader("s3_connections", Schema.Struct({ access_key: Schema.String }))

const countReader = makeRowReader("private_accesses", Schema.Struct({ n: Schema.Int }))

export const layer = Layer.effect(
  StoredKeys,
  Effect.map(SqlClient.SqlClient, (sql) =>
    StoredKeys.of({
      replaceRoot: Effect.fn("HeldKeys.replaceRoot")(
        (accountId: number, { access_key, secret }) =>
          Effect.asVoid(
            sql`update rgw_accounts set access_key = ${access_key}, secret = ${secret} where id = ${accountId}`
          ),
        Effect.orDie
      ),

      ofConnections: Effect.fn("HeldKeys.ofConnections")(
        (endpointId: number, accessKeys: ReadonlyArray<string>) =>
          Effect.map(
            keyReader.all(sql`
      select distinct access_key from s3_connections
      where storage_endpoint_id = ${endpointId}
        and access_key in (select jsonb_array_elements_text(${JSON.stringify(accessKeys)}::text::jsonb))`),
            (rows) => new Set(rows.map(({ access_key }) => access_key))
          ),
        Effect.orDie
      ),

      privateAccesses: Effect.fn("HeldKeys.privateAccesses")(
        (accountId: number) =>
          Effect.map(
            countReader.one(sql`select count(*)::int as n from private_accesses where rgw_account_id = ${accountId}`),
            ({ n }) => n
          ),
        Effect.orDie
      )
    })
  )
)
