import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * Ends what is kept with a bucket that is known to be gone: its policy tests go, its history becomes an earlier bucket's, and nobody waits
 * for its day any more. One that is being emptied because its day came is told by its run.
 */
export const bucketEnd = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function*(key: string, name: string, at: Date) {
    yield* sql`delete from policy_tests where listing_key = ${key} and bucket = ${name}`
    yield* sql`update feature_changes set former = true where listing_key = ${key} and bucket = ${name} and not former`
    yield* sql`
      update bucket_quarantines set state = 'deleted', problem = null, ended_at = ${at}
      where listing_key = ${key} and bucket = ${name} and ended_at is null and state <> 'deleting'`
  })
