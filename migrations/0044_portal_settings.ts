import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const oldestBuild = 35

/** Portal settings of one account, which override those of the installation. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    alter table rgw_accounts add column portal_settings jsonb check (
      jsonb_typeof(portal_settings) = 'object'
      and portal_settings - array[
        'enabled', 'allow_private_storage_space_create', 'access_logs_enabled', 'requests_enabled'
      ] = '{}'::jsonb
      and not jsonb_path_exists(portal_settings, '$.* ? (@.type() <> "boolean")')
    )`
  yield* sql`
    create trigger rgw_accounts_portal_version before update of portal_settings on rgw_accounts for each row
      when (old.version = new.version and old.portal_settings is distinct from new.portal_settings)
      execute function raise_version()`
})
