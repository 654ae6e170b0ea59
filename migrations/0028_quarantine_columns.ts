import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    alter table bucket_listing_rows
      add column quarantine text check (quarantine in ('quarantined', 'deleting', 'failed')),
      add column quarantine_until timestamptz`
  yield* sql`
    update bucket_listing_rows r set quarantine = q.state, quarantine_until = q.until from bucket_quarantines q
    where q.listing_key = r.key and q.bucket = r.name and q.ended_at is null
      and coalesce(abs(extract(epoch from r.created_at - q.made_at::timestamptz)) < 0.002, true)`
})
