import { assert, describe, it } from "@effect/vitest"
import { Effect, Equal } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#domain/platform/access/Caller.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { Associations } from "#services/identity/Associations.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { Onboarding } from "#services/accounts/Onboarding.ts"
import { addEndpoint, addUser, administrator, adminSecret, inWorld } from "../support/storageFixture.ts"
import { openedKey } from "../../support/heldKey.ts"

const manager = { manager_role: "account_administrator" } as const

const cast = Effect.gen(function* () {
  const accounts = yield* RgwAccounts
  const users = yield* RgwUsers
  const endpoint = yield* addEndpoint()
  const [manages, browses, portal, nobody] = [yield* addUser(), yield* addUser(), yield* addUser(), yield* addUser()]
  const links = [
    { user_id: manages.id, ...manager },
    { user_id: browses.id, ...manager, allow_manager_browser_data_access: true },
    { user_id: portal.id, portal_role: "portal_manager" as const }
  ]
  const acme = yield* accounts.create(administrator, {
    name: "acme",
    storage_endpoint_id: endpoint.id,
    user_links: links
  })
  const other = yield* accounts.create(administrator, { name: "other", storage_endpoint_id: endpoint.id })
  const backup = yield* users.create(administrator, {
    rgw_user_uid: "backup",
    name: "Backup",
    storage_endpoint_id: endpoint.id,
    user_links: links
  })
  return { endpoint, manages, browses, portal, nobody, acme, other, backup }
})

describe("execution contexts", () => {
  it.effect("list what the caller administers, and to the browser only what they may see the data of", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const contexts = yield* ExecutionContexts
        const { acme, backup, browses, manages, nobody, portal } = yield* cast
        const ids = (caller: Caller, workspace: "manager" | "browser") =>
          Effect.map(contexts.list(caller, workspace), (all) => all.map(({ id }) => id))
        const both = [String(acme.id), `s3u-${backup.id}`]
        assert.deepStrictEqual(yield* ids(manages.caller, "manager"), both)
        assert.deepStrictEqual(yield* ids(manages.caller, "browser"), [])
        assert.deepStrictEqual(yield* ids(browses.caller, "manager"), both)
        assert.deepStrictEqual(yield* ids(browses.caller, "browser"), both)
        for (const caller of [
          portal.caller,
          nobody.caller,
          Caller.cases.Internal.make({}),
          Caller.cases.Anonymous.make({})
        ]) {
          assert.deepStrictEqual([...(yield* ids(caller, "manager")), ...(yield* ids(caller, "browser"))], [])
        }
        const [account, user] = yield* contexts.list(manages.caller, "manager")
        assert.deepInclude(account, {
          kind: "account",
          name: "acme",
          endpoint_name: "North",
          endpoint_is_default: true,
          endpoint_is_sandbox: false
        })
        assert.deepStrictEqual(account?.capabilities, {
          can_manage_buckets: true,
          can_manage_iam: false,
          can_browse_objects: false,
          has_admin_ops: true
        })
        assert.strictEqual(user?.kind, "s3_user")
      })
    )
  )

  it.effect("an inactive user and one without a role have none", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const contexts = yield* ExecutionContexts
        const sql = yield* SqlClient.SqlClient
        const { manages, browses } = yield* cast
        yield* sql`update ui_users set is_active = false where id = ${manages.id}`
        yield* sql`update ui_users set role = 'ui_none' where id = ${browses.id}`
        for (const { caller } of [manages, browses]) assert.deepStrictEqual(yield* contexts.list(caller, "manager"), [])
      })
    )
  )

  it.effect("malformed selectors are invalid_context; absent and unseen ones are both not_found", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const contexts = yield* ExecutionContexts
        const { acme, backup, manages, other } = yield* cast
        const code = (id: string, workspace: "manager" | "browser" = "manager") =>
          Effect.map(Effect.flip(contexts.resolve(manages.caller, workspace, id)), (error) => error.code)
        for (const id of ["", "-1", "null", "0", "s3u-", "S3U-1", "1 ", "cluster-1", "1.5", "s3u--1"])
          assert.strictEqual(yield* code(id), "invalid_context", id)
        for (const id of ["999", "s3u-999", "conn-1", String(other.id)])
          assert.strictEqual(yield* code(id), "not_found", id)
        assert.strictEqual(yield* code(String(acme.id), "browser"), "not_found")
        assert.strictEqual(
          (yield* contexts.resolve(manages.caller, "manager", `00${acme.id}`)).context.id,
          String(acme.id)
        )
        assert.strictEqual(
          (yield* contexts.resolve(manages.caller, "manager", `s3u-0${backup.id}`)).context.id,
          `s3u-${backup.id}`
        )
      })
    )
  )

  it.effect("resolve to the key of the context and to the Admin Ops of its endpoint", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const contexts = yield* ExecutionContexts
        const { acme, backup, endpoint, manages } = yield* cast
        const account = yield* contexts.resolve(manages.caller, "manager", String(acme.id))
        assert.deepInclude(account.s3, {
          endpointId: endpoint.id,
          url: "http://north.example.org:7480",
          verifyTls: true
        })
        assert.strictEqual(
          (yield* openedKey(account.s3)).secretKey,
          `gateway-secret-of-${account.s3.credential.accessKey}`
        )
        assert.strictEqual((yield* openedKey(account.admin!)).secretKey, adminSecret)
        assert.deepStrictEqual(account.bucketOwner, { _tag: "Uid", uid: acme.rgw_user_uid })
        assert.strictEqual(account.listingKey, `endpoint:${endpoint.id}/owner:${acme.rgw_account_id}`)
        const user = yield* contexts.resolve(manages.caller, "manager", `s3u-${backup.id}`)
        assert.strictEqual(user.listingKey, `endpoint:${endpoint.id}/owner:backup`)
        assert.notInclude(JSON.stringify([account, user]), "secret-of")
      })
    )
  )

  it.effect("are found by the key of their listing until they are unregistered", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const contexts = yield* ExecutionContexts
        const { acme, backup, manages } = yield* cast
        for (const id of [String(acme.id), `s3u-${backup.id}`]) {
          const { listingKey, s3 } = yield* contexts.resolve(manages.caller, "manager", id)
          const again = yield* contexts.forListing(listingKey)
          assert.strictEqual(again.listingKey, listingKey)
          assert.isTrue(Equal.equals(again.s3.credential, s3.credential))
        }
        const { listingKey } = yield* contexts.resolve(manages.caller, "manager", String(acme.id))
        yield* (yield* RgwAccounts).unregister(administrator, acme.id)
        for (const key of [listingKey, "endpoint:1", "owner:x", "endpoint:99/owner:x"]) {
          assert.strictEqual((yield* contexts.forListing(key).pipe(Effect.flip)).code, "not_found")
        }
      })
    )
  )

  it.effect("without Admin Ops there is the S3 key alone", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const contexts = yield* ExecutionContexts
        const { acme, endpoint, manages } = yield* cast
        yield* (yield* StorageEndpoints).update(administrator, endpoint.id, { admin_access_key: null })
        const resolved = yield* contexts.resolve(manages.caller, "manager", String(acme.id))
        assert.isNull(resolved.admin)
        assert.isNull(resolved.bucketOwner)
        assert.isFalse(resolved.context.capabilities.has_admin_ops)
      })
    )
  )

  it.effect(
    "the first administrator may act as, and see the data of, all that is registered; asking twice changes nothing",
    () =>
      inWorld(() =>
        Effect.gen(function* () {
          const contexts = yield* ExecutionContexts
          const associations = yield* Associations
          yield* cast
          const first = yield* addUser("ui_superadmin")
          yield* associations.grantAll(first.id)
          yield* associations.grantAll(first.id)
          assert.lengthOf(yield* contexts.list(first.caller, "manager"), 3)
          assert.lengthOf(yield* contexts.list(first.caller, "browser"), 3)
        })
      )
  )

  it.effect("onboarding is complete with an endpoint and something to act as", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const { state } = yield* Onboarding
        const accounts = yield* RgwAccounts
        assert.deepStrictEqual(yield* state, {
          endpoint_configured: false,
          storage_access_configured: false,
          complete: false,
          own_endpoint_configured: false,
          own_storage_access_configured: false
        })
        const { id } = yield* addEndpoint()
        assert.deepStrictEqual(yield* state, {
          endpoint_configured: true,
          storage_access_configured: false,
          complete: false,
          own_endpoint_configured: true,
          own_storage_access_configured: false
        })
        yield* accounts.create(administrator, { name: "acme", storage_endpoint_id: id })
        assert.deepStrictEqual(yield* state, {
          endpoint_configured: true,
          storage_access_configured: true,
          complete: true,
          own_endpoint_configured: true,
          own_storage_access_configured: true
        })
      })
    )
  )
})
