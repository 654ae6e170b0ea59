import type { SignInAccount } from "#services/platform/limits/KnownAddresses.ts"
import { DateTime } from "effect"
import type { SqlClient } from "effect/sql"

export const rememberAddress = (
  sql: SqlClient.SqlClient,
  account: SignInAccount,
  network: string,
  now: DateTime.Utc
) => sql`
  insert into known_addresses (account, network, last_used_at)
    values (${account}, ${network}, ${DateTime.toDateUtc(now)})
  on conflict (account, network) do update set last_used_at = excluded.last_used_at`
