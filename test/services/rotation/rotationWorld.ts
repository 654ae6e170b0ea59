import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { LongWorkRequests } from "#layers/compose/LongWork.ts"
import { OperatorServices } from "#layers/Main.ts"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import type { AdminTarget, S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { registrationSecretPurpose } from "#services/accounts/registrationSecret.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { heldKey } from "../../support/heldKey.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { TestSettings } from "../../support/testSettings.ts"
import { administrator } from "../support/storageFixture.ts"

/** Key rotation on its own database, with any gateway. No run starts before a test says so. */
export const RotationWorld = LongWorkRequests.pipe(
  Layer.provideMerge(OperatorServices),
  Layer.provideMerge(Layer.succeed(CurrentStepUp, Effect.void)),
  Layer.provide(TestSettings()),
  Layer.provideMerge(TestDatabase.layer)
)

export const unique = (what: string) => `${what}-${crypto.randomUUID().slice(0, 8)}`

export const registered = Effect.fnUntraced(function* (
  admin: AdminTarget,
  key: { readonly access_key: string; readonly secret_key: Redacted.Redacted }
) {
  const endpoint = yield* (yield* StorageEndpoints).create(administrator, {
    name: unique("endpoint"),
    url: admin.url,
    region: admin.region,
    features_config: { features: { admin: { enabled: true }, account: { enabled: true } } },
    admin_access_key: key.access_key,
    admin_secret_key: key.secret_key
  })
  const account = yield* (yield* RgwAccounts).create(administrator, {
    name: unique("account"),
    storage_endpoint_id: endpoint.id
  })
  const users = yield* Effect.forEach(["one", "two"], (name) =>
    Effect.flatMap(RgwUsers, (all) =>
      all.create(administrator, { name, rgw_user_uid: unique(name), storage_endpoint_id: endpoint.id })
    )
  )
  return { endpoint, account, users }
})

const stored = Effect.fnUntraced(function* (table: "rgw_accounts" | "rgw_users", id: number) {
  const [row] = yield* (yield* SqlClient.SqlClient)<{
    access_key: string
    secret: string
    external: string
    endpoint: number
  }>`
    select access_key, secret, storage_endpoint_id as endpoint,
      to_jsonb(t) ->> ${table === "rgw_accounts" ? "rgw_account_id" : "rgw_user_uid"} as external
      from ${(yield* SqlClient.SqlClient)(table)} t where id = ${id}`
  return row!
})

export const keyOf = Effect.fnUntraced(function* (kind: "account" | "s3_user", id: number) {
  const { access_key, endpoint, external, secret } = yield* stored(
    kind === "account" ? "rgw_accounts" : "rgw_users",
    id
  )
  const opened = yield* (yield* CredentialCipher).decrypt(registrationSecretPurpose(kind, endpoint, external), secret)
  return { accessKey: access_key, secretKey: Redacted.value(opened) }
})

export const s3Of = (url: string, key: { readonly accessKey: string; readonly secretKey: string }): S3Target => ({
  userSupplied: false,
  endpointId: 10_000 + Math.floor(Math.random() * 1e6),
  url,
  region: "default",
  verifyTls: true,
  pathStyle: true,
  credential: heldKey(key.accessKey, key.secretKey)
})
