import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const addressReader = makeRowReader("s3_connections, auth_sessions", Schema.Struct({ url: Schema.String }))

export const typedStorageAddresses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* addressReader.all(sql`
    select custom_endpoint ->> 'url' as url from s3_connections where custom_endpoint is not null
    union
    select s3_endpoint ->> 'url' from auth_sessions where kind = 's3' and revoked_at is null
      and s3_endpoint ->> 'endpoint_id' is null and s3_endpoint ->> 'url' is not null`)
  return rows.map(({ url }) => url)
}).pipe(Effect.orDie)
