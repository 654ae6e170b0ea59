import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import { Gateways } from "#layers/compose/Gateways.ts"
import { registerSandbox } from "#layers/compose/registerSandbox.ts"
import { Storage } from "#layers/compose/Storage.ts"
import * as SecretsNode from "#layers/crypto/SecretsNode.ts"
import * as CredentialCipherAes from "#layers/crypto/CredentialCipherAes.ts"
import { makeSandbox } from "#sandbox/Sandbox.ts"
import { AuditTrail } from "#layers/compose/AuditTrail.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { Associations } from "#services/identity/Associations.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { noS3Sessions } from "../../support/noS3Sessions.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"
import { TestSettings } from "../../support/testSettings.ts"
import { addUser, administrator } from "../support/storageFixture.ts"

const World = Storage.pipe(
  Layer.provideMerge(Gateways),
  Layer.provideMerge(Layer.mergeAll(CredentialCipherAes.layer, SecretsNode.layer, AuditTrail, noS3Sessions)),
  Layer.provideMerge(TestDatabase.layer),
  Layer.provideMerge(Layer.succeed(CurrentStepUp, Effect.void)),
  Layer.provideMerge(TestSettings())
)

const sandbox = Effect.gen(function* () {
  const gateway = yield* makeSandbox({ dir: yield* temporaryFolder(), seed: true })
  yield* registerSandbox(gateway)
  const [endpoint] = yield* (yield* StorageEndpoints).list
  return { gateway, endpoint: endpoint! }
})

layer(World, { excludeTestServices: true, timeout: "60 seconds" })(
  "storage over a gateway that speaks Admin Ops",
  (it) => {
    it.effect("detects what it can, takes accounts and users in and out, and acts as them", () =>
      Effect.gen(function* () {
        const { endpoint, gateway } = yield* sandbox
        const endpoints = yield* StorageEndpoints
        const [accounts, users, contexts, buckets] = [
          yield* RgwAccounts,
          yield* RgwUsers,
          yield* ExecutionContexts,
          yield* BucketGateway
        ]
        const { suggested } = yield* endpoints.detect({ endpoint_id: endpoint.id })
        assert.isTrue(suggested.features.admin?.enabled)
        assert.isTrue(suggested.features.account?.enabled)

        const made = yield* accounts.create(administrator, { name: "made-here", storage_endpoint_id: endpoint.id })
        const imported = yield* accounts.import(administrator, {
          storage_endpoint_id: endpoint.id,
          rgw_account_id: gateway.accounts[1]!.id
        })
        assert.strictEqual(imported.rgw_user_uid, gateway.accounts[1]!.rootUid)
        const backup = yield* users.create(administrator, {
          rgw_user_uid: "backup",
          name: "Backup",
          storage_endpoint_id: endpoint.id
        })

        const first = yield* addUser("ui_superadmin")
        yield* (yield* Associations).grantAll(first.id)
        for (const id of [String(made.id), String(imported.id), `s3u-${backup.id}`]) {
          const { s3 } = yield* contexts.resolve(first.caller, "manager", id)
          assert.isFalse(yield* buckets.exists(s3, `no-bucket-${id}`), `the key of ${id} is taken by the gateway`)
        }
        for (const { id, name } of [made, imported])
          assert.deepStrictEqual(yield* accounts.unregister(administrator, id), { id, name, remains: [] })
        assert.deepStrictEqual(yield* users.unregister(administrator, backup.id), {
          id: backup.id,
          name: "Backup",
          remains: []
        })
        assert.strictEqual(
          (yield* users.import(administrator, { storage_endpoint_id: endpoint.id, rgw_user_uid: "backup" })).name,
          "Backup"
        )
      })
    )

    it.effect(
      "a technical key is tried before it is saved, and what the gateway has is found out where nobody said it",
      () =>
        Effect.gen(function* () {
          const { gateway } = yield* sandbox
          const endpoints = yield* StorageEndpoints
          const url = gateway.url.replace("127.0.0.1", "localhost")
          const wrong = {
            name: "Tried",
            url,
            admin_access_key: gateway.admin.accessKey,
            admin_secret_key: Redacted.make("not the secret")
          }
          const refused = yield* endpoints.create(administrator, wrong).pipe(Effect.flip)
          assert.include(refused.message, "payload.admin_secret_key")
          assert.notInclude(JSON.stringify(refused), "not the secret")
          const made = yield* endpoints.create(administrator, {
            ...wrong,
            admin_secret_key: Redacted.make(gateway.admin.secretKey)
          })
          assert.isTrue(made.capabilities.admin && made.capabilities.account)
          assert.strictEqual(made.detected?.diagnosis?.finding, "ready")
          yield* endpoints.remove(administrator, made.id)
        })
    )

    it.effect("a wrong technical key is told as the gateway's refusal, and nothing is made", () =>
      Effect.gen(function* () {
        const { gateway } = yield* sandbox
        const endpoints = yield* StorageEndpoints
        const silent = yield* endpoints.create(administrator, {
          name: "Wrong key",
          url: "http://127.0.0.1:1",
          features_config: { features: { admin: { enabled: true } } },
          admin_access_key: gateway.admin.accessKey,
          admin_secret_key: Redacted.make("not the secret")
        })
        const wrong = yield* endpoints.update(administrator, silent.id, {
          url: gateway.url.replace("127.0.0.1", "localhost")
        })
        const error = yield* (yield* RgwAccounts)
          .create(administrator, { name: "refused", storage_endpoint_id: wrong.id })
          .pipe(Effect.flip)
        assert.strictEqual(error.code, "storage_error")
        assert.notInclude(JSON.stringify(error), "not the secret")
        assert.strictEqual((yield* (yield* RgwAccounts).page({ page: 1, page_size: 5, search: "refused" })).total, 0)
      })
    )
  }
)
