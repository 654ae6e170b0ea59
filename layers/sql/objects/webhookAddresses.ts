import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowsOf } from "../../postgres/rowsOf.ts"

const addresses = rowsOf("bucket_migrations", Schema.Struct({ url: Schema.String }))

export const webhookAddresses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const webhooks = yield* addresses.all(sql`
    select distinct draft->>'webhook_url' as url from bucket_migrations
    where webhook_secret is not null and draft->>'webhook_url' is not null`)
  return webhooks.map(({ url }) => url)
}).pipe(Effect.orDie)
