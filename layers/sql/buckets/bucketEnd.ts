import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

export const bucketEnd = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (key: string, name: string, at: Date) {
    yield* sql`delete from policy_tests where listing_key = ${key} and bucket = ${name}`
    yield* sql`update feature_changes set former = true where listing_key = ${key} and bucket = ${name} and not former`
    yield* sql`
      update bucket_quarantines set state = 'deleted', problem = null, ended_at = ${at}
      where listing_key = ${key} and bucket = ${name} and ended_at is null and state <> 'deleting'`
  })
