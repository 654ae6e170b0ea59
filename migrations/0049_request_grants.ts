import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const oldestBuild = 48

/** When an approved request was granted on the gateway; the schedule repeats grants that were interrupted. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table portal_requests add column granted_at timestamptz`
  yield* sql`
    update portal_requests set granted_at = decided_at
    where state = 'expired' or (state = 'approved' and undo is not null)`
  yield* sql`
    create index portal_requests_ungranted on portal_requests (decided_at)
      where state = 'approved' and granted_at is null`
})
