import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { registerSandbox } from "#layers/compose/registerSandbox.ts"
import { Associations } from "#services/identity/Associations.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { SandboxKeys } from "#services/gateways/endpoints/SandboxKeys.ts"
import { Onboarding } from "#services/accounts/Onboarding.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { addEndpoint, addUser, audited, inWorld } from "../support/storageFixture.ts"
import { openedKey } from "../../support/heldKey.ts"

const at = (port: number) => ({
  url: `http://127.0.0.1:${port}`,
  region: "default" as const,
  admin: { accessKey: "SANDBOXADMIN", secretKey: "admin-secret" },
  accounts: [
    {
      id: "RGW00000000000000001",
      name: "sample",
      rootUid: "sample-root",
      accessKey: "SAMPLE",
      secretKey: "sample-secret"
    }
  ]
})

const register = (port: number) => registerSandbox(at(port))

describe("the sandbox's registration", () => {
  it.effect("is made once, follows the port, and keeps what is registered on it", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const endpoints = yield* StorageEndpoints
        const contexts = yield* ExecutionContexts
        yield* register(4001)
        const user = yield* addUser("ui_superadmin")
        yield* (yield* Associations).grantAll(user.id)
        yield* register(4001)
        assert.deepStrictEqual(
          yield* audited,
          ["storage_endpoint.create", "rgw_account.import"],
          "a start with nothing new changes nothing"
        )
        yield* register(4002)
        const [sandbox, ...others] = yield* endpoints.list
        assert.lengthOf(others, 0)
        assert.deepInclude(sandbox, {
          name: "Sandbox",
          url: "http://127.0.0.1:4002",
          is_sandbox: true,
          is_default: true,
          account_count: 1,
          admin_access_key: "SANDBOXADMIN"
        })
        const [context] = yield* contexts.list(user.caller, "browser")
        assert.deepInclude(context, { kind: "account", name: "sample", endpoint_is_sandbox: true })
        const resolved = yield* contexts.resolve(user.caller, "browser", context!.id)
        assert.strictEqual(resolved.s3.url, "http://127.0.0.1:4002")
        assert.deepStrictEqual(yield* openedKey(resolved.s3), { accessKey: "SAMPLE", secretKey: "sample-secret" })
        assert.strictEqual((yield* openedKey(resolved.admin!)).secretKey, "admin-secret")
        const { state } = yield* Onboarding
        assert.deepStrictEqual(yield* state, {
          endpoint_configured: true,
          storage_access_configured: true,
          complete: true,
          own_endpoint_configured: false,
          own_storage_access_configured: false
        })
        assert.deepStrictEqual(fake.targets, [], "its own keys are taken, none is minted")
      })
    )
  )

  it.effect("lets its keys be told, and those of no other endpoint", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const keys = yield* SandboxKeys
        const other = yield* addEndpoint()
        yield* register(4001)
        yield* register(4003)
        const [sandbox] = (yield* (yield* StorageEndpoints).list).filter((endpoint) => endpoint.is_sandbox)
        const access = yield* keys.of(sandbox!.id)
        assert.strictEqual(access.url, "http://127.0.0.1:4003")
        assert.deepStrictEqual(
          access.keys.map((key) => [key.account_name, key.access_key, Redacted.value(key.secret_key)]),
          [["sample", "SAMPLE", "sample-secret"]]
        )
        for (const id of [other.id, 999]) assert.deepInclude(yield* Effect.flip(keys.of(id)), { _tag: "NotFound" })
      })
    )
  )
})
