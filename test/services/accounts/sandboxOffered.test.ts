import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync } from "node:fs"
import * as path from "node:path"
import { Gateways } from "#layers/compose/Gateways.ts"
import { SandboxLayer } from "#layers/compose/Sandbox.ts"
import { Storage } from "#layers/compose/Storage.ts"
import * as SecretsNode from "#layers/crypto/SecretsNode.ts"
import * as CredentialCipherAes from "#layers/crypto/CredentialCipherAes.ts"
import { AuditTrail } from "#layers/compose/AuditTrail.ts"
import { Connections } from "#services/accounts/connections/Connections.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { Settings } from "#services/platform/Settings.ts"
import { noS3Sessions } from "../../support/noS3Sessions.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"
import { TestSettings } from "../../support/testSettings.ts"
import { addUser, administrator } from "../support/storageFixture.ts"

const World = Storage.pipe(
  Layer.provideMerge(Gateways),
  Layer.provideMerge(Layer.mergeAll(CredentialCipherAes.layer, SecretsNode.layer, AuditTrail, noS3Sessions)),
  Layer.provideMerge(TestDatabase.layer),
  Layer.provideMerge(TestSettings())
)

const started = Effect.fnUntraced(function* (dataDir: string, sandbox: boolean) {
  const settings = yield* Settings
  yield* Layer.build(SandboxLayer).pipe(Effect.provideService(Settings, { ...settings, dataDir, sandbox }))
  const registered = yield* (yield* StorageEndpoints).list
  const offered = registered.find(({ is_sandbox }) => is_sandbox)
  const answers =
    offered === undefined
      ? null
      : yield* Effect.promise(() =>
          fetch(offered.url).then(
            () => true,
            () => false
          )
        )
  return {
    names: registered.map(({ name }) => name).toSorted(),
    answers,
    files: existsSync(path.join(dataDir, "sandbox"))
  }
}, Effect.scoped)

layer(World, { excludeTestServices: true, timeout: "60 seconds" })("the sandbox", (it) => {
  it.effect(
    "goes on beside a gateway of one's own until it is deleted, with everything on it, and does not come back",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* temporaryFolder()
        const endpoints = yield* StorageEndpoints
        const accounts = yield* RgwAccounts
        assert.deepStrictEqual(yield* started(dataDir, true), { names: ["Sandbox"], answers: true, files: true })
        const own = yield* endpoints.create(administrator, {
          name: "Own",
          url: "http://gateway.example.org",
          features_config: { features: {} }
        })
        assert.deepStrictEqual(yield* started(dataDir, true), { names: ["Own", "Sandbox"], answers: true, files: true })

        const sandbox = (yield* endpoints.list).find(({ is_sandbox }) => is_sandbox)!
        const user = yield* addUser("ui_user")
        const connections = yield* Connections
        const mine = { access_key: "AK", secret_key: Redacted.make("secret"), capabilities: { can_manage_iam: false } }
        yield* connections.create(
          user.caller,
          { _tag: "Private", userId: user.id },
          { ...mine, name: "On the sandbox", storage_endpoint_id: sandbox.id }
        )
        yield* connections.create(
          user.caller,
          { _tag: "Private", userId: user.id },
          { ...mine, name: "On my own", storage_endpoint_id: own.id }
        )
        assert.strictEqual((yield* accounts.page({ page: 1, page_size: 5 })).total, 1)
        assert.strictEqual(
          (yield* Effect.flip(endpoints.remove(administrator, own.id))).code,
          "state_conflict",
          "only the sandbox takes along what is on it"
        )
        const sql = yield* SqlClient.SqlClient
        for (const { id } of [sandbox, own]) {
          yield* sql`
            insert into endpoint_incidents (storage_endpoint_id, started_at, cause, summary)
            values (${id}, now(), 'down', '')`
          yield* sql`
            insert into notifications (user_id, type, severity, title, message, payload_json, created_at)
            values (${user.id}, 'endpoint_incident', 'critical', 't', 'm',
              ${JSON.stringify({ storage_endpoint_id: id })}::jsonb, now())`
        }
        yield* endpoints.remove(administrator, sandbox.id)
        assert.deepStrictEqual(yield* sql`select storage_endpoint_id from endpoint_incidents`, [
          { storage_endpoint_id: own.id }
        ])
        assert.deepStrictEqual(
          yield* sql`select (payload_json ->> 'storage_endpoint_id')::int as of from notifications`,
          [{ of: own.id }]
        )
        assert.strictEqual((yield* accounts.page({ page: 1, page_size: 5 })).total, 0)
        assert.deepStrictEqual(
          (yield* connections.list({ _tag: "Private", userId: user.id })).map(({ name }) => name),
          ["On my own"]
        )
        assert.deepStrictEqual(yield* started(dataDir, true), { names: ["Own"], answers: null, files: false })
      })
  )

  it.effect("that is switched off is removed whole at the start", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder()
      const endpoints = yield* StorageEndpoints
      const accounts = yield* RgwAccounts
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from s3_connections`
      for (const { id } of yield* endpoints.list) yield* endpoints.remove(administrator, id)
      assert.deepStrictEqual(yield* started(dataDir, true), { names: ["Sandbox"], answers: true, files: true })
      assert.deepStrictEqual(yield* started(dataDir, false), { names: [], answers: null, files: false })
      assert.strictEqual((yield* accounts.page({ page: 1, page_size: 5 })).total, 0)
    })
  )
})
