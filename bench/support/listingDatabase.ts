import { PgClient } from "@effect/sql-pg"
import { DateTime, Effect, Layer, Option, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { keyRing } from "#layers/config/keyRings.ts"
import * as CredentialCipherAes from "#layers/crypto/CredentialCipherAes.ts"
import * as TokensJose from "#layers/crypto/TokensJose.ts"
import * as Database from "#layers/postgres/Database.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { registrationSecretPurpose } from "#services/accounts/registrationSecret.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { TestSettings, testSettings } from "../../test/support/testSettings.ts"

export interface ListingDatabase {
  readonly url: string
  readonly contextId: string
  readonly sessionId: string
  readonly access: string
}

const accountId = "RGW00000000000000001"

const seed = (buckets: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [user] = yield* sql<{ id: number }>`
    insert into ui_users (email, full_name, role, created_at, updated_at)
      values ('ada@example.org', 'Ada', 'ui_user', now(), now()) returning id`
    const [endpoint] = yield* sql<{ id: number }>`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
    values ('bench', 'http://127.0.0.1:9', '{"features":{}}', now(), now()) returning id`
    const purpose = registrationSecretPurpose("account", endpoint!.id, accountId)
    const secret = yield* (yield* CredentialCipher).encrypt(purpose, Redacted.make("a secret of the gateway"))
    const [account] = yield* sql<{ id: number }>`
    insert into rgw_accounts (name, gateway_name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret,
      created_at)
    values ('bench', 'bench', ${accountId}, 'root', ${endpoint!.id}, 'AK', ${secret}, now()) returning id`
    yield* sql`
    insert into user_associations (user_id, rgw_account_id, manager_role, allow_manager_browser_data_access)
    values (${user!.id}, ${account!.id}, 'account_administrator', true)`
    const key = `endpoint:${endpoint!.id}/owner:${accountId}`
    yield* sql`
    insert into bucket_listings (key, state, version, generation, processed, total, refreshed_at)
    values (${key}, 'complete', 1, 1, ${buckets}, ${buckets}, now())`
    yield* sql`
    insert into bucket_listing_rows (key, tenant, name, owner, created_at, used_bytes, object_count, versioning,
      object_lock, has_statistics, generation, version)
    select ${key}::text, '', 'bucket-' || lpad(n::text, 5, '0'), 'root', now() - n * interval '1 hour',
      n * 1000003::bigint, n * 7, 'off', false, true, 1, 1
    from generate_series(1, ${buckets}::int) n`
    yield* sql`vacuum analyze bucket_listing_rows`
    const sessionId = crypto.randomUUID()
    yield* sql`
    insert into auth_sessions (id, kind, user_id, auth_version, authenticated_at, created_at, idle_expires_at,
      absolute_expires_at)
    values (${sessionId}, 'ui', ${user!.id}, 1, now(), now(), now() + interval '12 hours', now() + interval '7 days')`
    return { contextId: String(account!.id), sessionId }
  })

export const listingDatabase = Effect.fnUntraced(function* (dataDir: string, key: string, buckets: number) {
  const ring = keyRing([key])
  if (ring === null) return yield* Effect.die(new Error("no key"))
  const scope = yield* Scope.Scope
  const services = yield* Layer.buildWithScope(
    Layer.merge(
      Layer.effectDiscard(Migrations.migrate()).pipe(
        Layer.provideMerge(Database.layer({ url: Option.none(), dataDir, maxConnections: 4 }))
      ),
      Layer.merge(TokensJose.layer, CredentialCipherAes.layer).pipe(
        Layer.provide(TestSettings({ rings: { ...testSettings().rings, ui: ring, credentials: ring } }))
      )
    ),
    scope
  )
  return yield* Effect.gen(function* () {
    const { contextId, sessionId } = yield* seed(buckets)
    const access = yield* (yield* Tokens).sign("access", sessionId, DateTime.addDuration(yield* DateTime.now, "1 hour"))
    const { config } = yield* PgClient.PgClient
    const database: ListingDatabase = {
      url: `postgres://${config.username}@localhost/${config.database}?host=${encodeURIComponent(config.host ?? "")}`,
      contextId,
      sessionId,
      access: Redacted.value(access)
    }
    return database
  }).pipe(Effect.provide(services))
})
