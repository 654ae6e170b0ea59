import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { keyRing } from "#layers/config/keyRings.ts"
import * as CredentialCipherAes from "#layers/crypto/CredentialCipherAes.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import type { KeyRing } from "#services/platform/Settings.ts"
import { TestSettings, testSettings } from "./testSettings.ts"

export const newKey = () => randomBytes(32).toString("base64url")

export const ringOf = (...keys: ReadonlyArray<string>): KeyRing => {
  const ring = keyRing(keys)
  if (ring === null) throw new Error("a ring needs a key")
  return ring
}

export const SettingsWithKeys = (...keys: ReadonlyArray<string>) =>
  TestSettings({ rings: { ...testSettings().rings, credentials: ringOf(...keys) } })

/** The cipher with these keys; fresh, since a memoized layer would keep the first keys. */
export const cipherWith = (...keys: ReadonlyArray<string>) =>
  Effect.map(CredentialCipher, (cipher) => cipher).pipe(
    Effect.provide(Layer.fresh(CredentialCipherAes.layer).pipe(Layer.provide(SettingsWithKeys(...keys))))
  )

interface Cell {
  readonly place: string
  readonly id: string
  readonly purpose: string
  readonly text: string
}

/** Written out: stored data must stay readable. */
export const storedCells = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Cell>`
    select 'storage_endpoints' as place, id::text, 'storage_endpoint/' || url || '/admin' as purpose,
      admin_secret as text from storage_endpoints
    union all select 'endpoint_s3_keys', storage_endpoint_id::text, 'storage_endpoint/' || storage_endpoint_id || '/s3',
      secret from endpoint_s3_keys
    union all select 'rgw_accounts', id::text, 'account/' || storage_endpoint_id || '/' || rgw_account_id, secret
      from rgw_accounts
    union all select 'rgw_users', id::text, 's3_user/' || storage_endpoint_id || '/' || rgw_user_uid, secret
      from rgw_users
    union all select 's3_connections', id::text, 's3_connection/' || seal, secret from s3_connections
    union all select 'identity_providers', type || '/' || id, 'identity_provider/' || type || '/' || id, secret
      from identity_providers
    union all select 'auth_sessions', id::text, 's3_session/' || id, s3_credentials from auth_sessions
      where s3_credentials is not null
    union all select 'oidc_states', id::text, 'oidc_state/' || id, proof from oidc_states
    union all select 'shares', id::text, 'share/' || id || '/token', token_sealed from shares
    union all select 'bucket_migrations', id::text, 'bucket_migration_webhook/' || webhook_seal, webhook_secret
      from bucket_migrations
    union all select 'certificate_keys', id::text, 'certificate_key/' || id, private_key from certificate_keys
    order by 1, 2`
})

/** Inserts a row in each place that holds a credential, and `sessions` of S3 keys; each secret names its owner. */
export const seedCredentials = Effect.fnUntraced(function* (key: string, sessions = 1, links = true) {
  const sql = yield* SqlClient.SqlClient
  const cipher = yield* cipherWith(key)
  const now = new Date()
  const later = new Date(Date.now() + 3_600_000)
  yield* sql`
    insert into storage_endpoints (name, url, features_config, admin_access_key, admin_secret, created_at, updated_at)
    values ('one', 'https://s3.example.org', '{"features":{}}', 'AK', 'x', ${now}, ${now})`
  const [endpoint] = yield* sql<{ id: number }>`select id from storage_endpoints`
  const endpointId = endpoint?.id ?? 0
  yield* sql`
    insert into endpoint_s3_keys (storage_endpoint_id, access_key, secret, findings, updated_at)
    values (${endpointId}, 'AK', 'x', '{}', ${now})`
  yield* sql`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values ('team', 'RGW00000000000000001', 'root', ${endpointId}, 'AK', 'x', ${now})`
  yield* sql`
    insert into rgw_users (name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values ('bob', 'tenant$bob', ${endpointId}, 'AK', 'x', ${now})`
  yield* sql`
    insert into s3_connections (name, storage_endpoint_id, access_key, secret, seal, created_at, updated_at)
    values ('shared', ${endpointId}, 'AK', 'x', gen_random_uuid(), ${now}, ${now})`
  yield* sql`
    insert into identity_providers (type, id, label, is_enabled, config, secret, created_at, updated_at) values
      ('oidc', 'main', 'Main', true, '{}', 'x', ${now}, ${now}),
        ('ldap', 'main', 'Main', true, '{}', 'x', ${now}, ${now})`
  yield* sql`
    insert into auth_sessions (id, kind, authenticated_at, created_at, idle_expires_at, absolute_expires_at,
      s3_credentials, s3_endpoint, capabilities)
    select gen_random_uuid(), 's3', ${now}, ${now}, ${later}, ${later}, 'x', '{}', '{}'
      from generate_series(1, ${sessions}::int)`
  yield* sql`
    insert into oidc_states (id, provider_id, proof, browser, redirect_path, expires_at)
    values (gen_random_uuid(), 'main', 'x', 'b', '/', ${later})`
  if (links)
    yield* sql`
    with maker as (
      insert into ui_users (email, full_name, created_at, updated_at)
        values (${`${crypto.randomUUID()}@example.org`}, 'Ada', ${now}, ${now}) returning id
    )
    insert into shares (id, token_digest, token_sealed, kind, user_id, context_id, bucket, prefix, keys, title, note,
      created_at, expires_at)
    select gen_random_uuid(), 'd', 'x', 'object', id, '1', 'b', '', '["a"]', '', '', ${now}, ${later} from maker`
  yield* sql`
    insert into bucket_migrations (listing_key, target_listing_key, draft, webhook_secret, webhook_seal)
    values ('a', 'b', '{}', 'x', gen_random_uuid())`
  yield* sql`insert into certificate_keys (id, public_key, private_key) values (gen_random_uuid(), '{}', 'x')`
  for (const cell of yield* storedCells)
    yield* write(cell, yield* cipher.encrypt(cell.purpose, Redacted.make(`secret of ${cell.purpose}`)))
})

const columns: Record<string, readonly [column: string, key: string]> = {
  storage_endpoints: ["admin_secret", "id::text"],
  endpoint_s3_keys: ["secret", "storage_endpoint_id::text"],
  rgw_accounts: ["secret", "id::text"],
  rgw_users: ["secret", "id::text"],
  s3_connections: ["secret", "id::text"],
  identity_providers: ["secret", "type || '/' || id"],
  auth_sessions: ["s3_credentials", "id::text"],
  oidc_states: ["proof", "id::text"],
  shares: ["token_sealed", "id::text"],
  bucket_migrations: ["webhook_secret", "id::text"],
  certificate_keys: ["private_key", "id::text"]
}

export const write = Effect.fnUntraced(function* ({ id, place }: Pick<Cell, "id" | "place">, text: string) {
  const sql = yield* SqlClient.SqlClient
  const [column, key] = columns[place] ?? ["", ""]
  yield* sql`update ${sql(place)} set ${sql.literal(column)} = ${text} where ${sql.literal(key)} = ${id}`
})
