import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

export const requestListingRefresh =
  (sql: SqlClient.SqlClient) =>
  (key: string): Effect.Effect<void> =>
    Effect.orDie(sql`
      insert into bucket_listings (key, refresh_requested_at) values (${key}, now())
      on conflict (key) do update set refresh_requested_at = now()`).pipe(Effect.asVoid)
