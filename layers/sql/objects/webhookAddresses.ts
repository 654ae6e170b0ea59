import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const addressReader = makeRowReader("bucket_migrations", Schema.Struct({ url: Schema.String }))

export const webhookAddresses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const webhooks = yield* addressReader.all(sql`
    select distinct draft->>'webhook_url' as url from bucket_migrations
    where webhook_secret is not null and draft->>'webhook_url' is not null`)
  return webhooks.map(({ url }) => url)
}).pipe(Effect.orDie)
