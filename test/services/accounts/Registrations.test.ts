import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { UpdateAccount } from "#domain/accounts/StorageAccess.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import type { RegistrationQuery } from "#services/accounts/Registrations.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { addEndpoint, addUser, administrator, audited, inWorld, rowsAsText } from "../support/storageFixture.ts"

const accountId = "RGW12345678901234567"
const query: RegistrationQuery = { page: 1 }
const administers = (user_id: number) => ({ user_id, manager_role: "account_administrator" as const })

describe("registered accounts", () => {
  it.effect("an import mints a further key for the root user and stores it sealed, and no answer tells it", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const accounts = yield* RgwAccounts
        const { id } = yield* addEndpoint()
        fake.addAccount(accountId, "acme")
        fake.addUser("acme-root", accountId, true)
        const { id: user } = yield* addUser()
        const account = yield* accounts.import(administrator, {
          storage_endpoint_id: id,
          rgw_account_id: accountId,
          user_links: [administers(user)]
        })
        assert.deepInclude(account, {
          name: "acme",
          rgw_account_id: accountId,
          rgw_user_uid: "acme-root",
          storage_endpoint_name: "North",
          storage_endpoint_is_default: true
        })
        assert.isTrue(account.storage_endpoint_capabilities.account)
        assert.deepStrictEqual(
          account.user_links.map(({ user_id }) => user_id),
          [user]
        )
        assert.deepStrictEqual(account.group_links, [])
        const [own, minted] = fake.users.get("acme-root")!.access_keys
        assert.strictEqual(own, "OWN-acme-root")
        assert.match(minted!, /^[A-Z2-7]{20}$/)
        const row = yield* rowsAsText("rgw_accounts")
        assert.include(row, minted!)
        assert.include(row, "v1.")
        for (const text of [
          row,
          yield* rowsAsText("audit_logs"),
          yield* rowsAsText("gateway_intents"),
          JSON.stringify(account)
        ])
          assert.notInclude(text, "gateway-secret-of")
        assert.notInclude(JSON.stringify(account), minted!)
        const again = yield* accounts
          .import(administrator, { storage_endpoint_id: id, rgw_account_id: accountId })
          .pipe(Effect.flip)
        assert.strictEqual(again.code, "already_exists")
        assert.lengthOf(fake.users.get("acme-root")!.access_keys, 2)
        assert.deepStrictEqual(yield* audited, ["storage_endpoint.create", "rgw_account.import"])
      })
    )
  )

  it.effect("an import refuses what the gateway does not have, and a user who is not a root of the account", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const accounts = yield* RgwAccounts
        const { id } = yield* addEndpoint()
        const missing = yield* accounts
          .import(administrator, { storage_endpoint_id: id, rgw_account_id: accountId })
          .pipe(Effect.flip)
        assert.include(missing.message, "payload.rgw_account_id")
        fake.addAccount(accountId, "acme")
        fake.addUser("member", accountId, false)
        for (const rgw_user_uid of ["member", "nobody"]) {
          const error = yield* accounts
            .import(administrator, { storage_endpoint_id: id, rgw_account_id: accountId, rgw_user_uid })
            .pipe(Effect.flip)
          assert.include(error.message, "payload.rgw_user_uid")
        }
        const elsewhere = yield* accounts
          .import(administrator, { storage_endpoint_id: 999, rgw_account_id: accountId })
          .pipe(Effect.flip)
        assert.include(elsewhere.message, "payload.storage_endpoint_id")
        const made = yield* accounts.import(administrator, { storage_endpoint_id: id, rgw_account_id: accountId })
        assert.strictEqual(made.rgw_user_uid, `${accountId}-root`, "without a root user one is made")
      })
    )
  )

  it.effect("creating makes account, root user and registration", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const accounts = yield* RgwAccounts
        const { id } = yield* addEndpoint()
        const made = yield* accounts.create(administrator, { name: "acme", storage_endpoint_id: id })
        assert.deepStrictEqual([...fake.accounts.keys()], [made.rgw_account_id])
        assert.isTrue(fake.users.get(made.rgw_user_uid)?.is_account_root)
        assert.strictEqual((yield* accounts.page(query)).total, 1)
      })
    )
  )

  it.effect("a creation that fails half-way leaves nothing, neither here nor on the gateway", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const accounts = yield* RgwAccounts
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* addEndpoint()
        const nothingRemains = Effect.gen(function* () {
          assert.deepStrictEqual([fake.accounts.size, fake.users.size], [0, 0])
          assert.strictEqual((yield* accounts.page(query)).total, 0)
          const rows = yield* sql<{ status: string }>`select status from audit_logs where action = 'rgw_account.create'`
          assert.isTrue(
            rows.every(({ status }) => status === "failure"),
            "no success for what did not happen"
          )
          return rows.length
        })
        fake.failing.add("createUser")
        assert.strictEqual(
          (yield* accounts.create(administrator, { name: "acme", storage_endpoint_id: id }).pipe(Effect.flip)).code,
          "storage_timeout"
        )
        // without an answer the request may still be applied: the outcome is resolved later
        assert.strictEqual(yield* nothingRemains, 0)
        fake.failing.clear()
        const input = { name: "acme", storage_endpoint_id: id, user_links: [administers(999)] }
        assert.include(
          (yield* accounts.create(administrator, input).pipe(Effect.flip)).message,
          "payload.user_links.0.user_id: There is no console user 999"
        )
        assert.strictEqual(yield* nothingRemains, 1)
        // the audit row cannot be written: the database itself fails the last step
        yield* sql`alter table audit_logs add constraint refused check (action <> 'rgw_account.create'
          or status <> 'success')`
        assert.isTrue(
          (yield* Effect.exit(accounts.create(administrator, { name: "acme", storage_endpoint_id: id })))._tag ===
            "Failure"
        )
        assert.strictEqual(yield* nothingRemains, 2)
      })
    )
  )

  it.effect("an undoing that fails says in the audit trail what remains on the gateway", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const accounts = yield* RgwAccounts
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* addEndpoint()
        fake.failing.add("createUser").add("removeAccount")
        yield* accounts.create(administrator, { name: "acme", storage_endpoint_id: id }).pipe(Effect.flip)
        const [account] = [...fake.accounts.keys()]
        const rows = yield* sql<{
          status: string
          message: string
        }>`select status, message from audit_logs where action = 'rgw_account.undo'`
        assert.deepStrictEqual(
          rows.map((row) => ({ ...row })),
          [{ status: "failure", message: `account ${account} remains on the gateway: taking it back failed` }]
        )
      })
    )
  )

  it.effect("whoever goes away in the middle of a creation does not leave half of it", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const { id } = yield* addEndpoint()
        const [reached, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const users = yield* GatewayUsers
        const slow = Layer.succeed(GatewayUsers, {
          ...users,
          createUser: (target, input) =>
            Deferred.succeed(reached, undefined).pipe(
              Effect.andThen(Deferred.await(goOn)),
              Effect.andThen(users.createUser(target, input))
            )
        })
        yield* Effect.gen(function* () {
          const accounts = yield* RgwAccounts
          const asked = yield* Effect.forkChild(
            accounts.create(administrator, { name: "acme", storage_endpoint_id: id })
          )
          yield* Deferred.await(reached)
          yield* Fiber.interrupt(asked)
          yield* Deferred.succeed(goOn, undefined)
          while ((yield* accounts.page(query)).total === 0) yield* Effect.yieldNow
          assert.deepStrictEqual([fake.accounts.size, fake.users.size], [1, 1])
        }).pipe(Effect.provide(Layer.fresh(RgwAccounts.layer).pipe(Layer.provide(slow))))
      })
    )
  )

  it.effect("an account stays on its endpoint; a list of links replaces the set, and an empty one clears it", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const accounts = yield* RgwAccounts
        const north = yield* addEndpoint("North")
        const south = yield* addEndpoint("South")
        const [one, two] = [yield* addUser(), yield* addUser()]
        const { id } = yield* accounts.create(administrator, {
          name: "acme",
          storage_endpoint_id: north.id,
          user_links: [administers(one.id)]
        })
        assert.include(
          (yield* accounts.update(administrator, id, { storage_endpoint_id: south.id }).pipe(Effect.flip)).message,
          "payload.storage_endpoint_id"
        )
        const twice = Schema.decodeUnknownResult(UpdateAccount)({
          user_links: [administers(one.id), { user_id: one.id, portal_role: "portal_user" }]
        })
        assert.include(Result.isFailure(twice) ? twice.failure.message : "", '["user_links"][1]["user_id"]')
        const renamed = yield* accounts.update(administrator, id, { name: "Acme", storage_endpoint_id: north.id })
        assert.deepStrictEqual([renamed.name, renamed.user_links.length], ["Acme", 1])
        const both = yield* accounts.update(administrator, id, {
          user_links: [{ user_id: two.id, portal_role: "portal_manager" }]
        })
        assert.deepStrictEqual(
          both.user_links.map(({ manager_role, portal_role, user_id }) => ({ manager_role, portal_role, user_id })),
          [{ manager_role: null, portal_role: "portal_manager", user_id: two.id }]
        )
        assert.deepStrictEqual((yield* accounts.update(administrator, id, { user_links: [] })).user_links, [])
        assert.strictEqual(
          (yield* accounts.update(administrator, 999, { name: "x" }).pipe(Effect.flip)).code,
          "not_found"
        )
      })
    )
  )

  it.effect(
    "unregistering takes our key away and leaves the account; an unreachable gateway is told as what remains",
    () =>
      inWorld((fake) =>
        Effect.gen(function* () {
          const accounts = yield* RgwAccounts
          const endpoint = yield* addEndpoint()
          fake.addAccount(accountId, "acme")
          fake.addUser("acme-root", accountId, true)
          const input = { storage_endpoint_id: endpoint.id, rgw_account_id: accountId }
          const first = yield* accounts.import(administrator, input)
          assert.deepStrictEqual(yield* accounts.unregister(administrator, first.id), {
            id: first.id,
            name: "acme",
            remains: []
          })
          assert.deepStrictEqual(fake.users.get("acme-root")?.access_keys, ["OWN-acme-root"])
          assert.isTrue(fake.accounts.has(accountId))
          const second = yield* accounts.import(administrator, input)
          fake.failing.add("removeKey")
          const minted = fake.users.get("acme-root")!.access_keys[1]
          assert.deepStrictEqual(yield* accounts.unregister(administrator, second.id), {
            id: second.id,
            name: "acme",
            remains: [`access key ${minted} of acme-root`]
          })
          assert.strictEqual((yield* accounts.get(second.id).pipe(Effect.flip)).code, "not_found")
          yield* (yield* StorageEndpoints).remove(administrator, endpoint.id)
        })
      )
  )

  it.effect("are searched literally, sorted and paged in the database", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const accounts = yield* RgwAccounts
        const north = yield* addEndpoint("North")
        const south = yield* addEndpoint("South")
        for (const name of ["beta", "Alpha", "100%", "gamma_1"])
          yield* accounts.create(administrator, { name, storage_endpoint_id: name === "beta" ? south.id : north.id })
        const names = (more: Partial<typeof query> | { search: string }) =>
          Effect.map(accounts.page({ ...query, ...more } as typeof query), ({ items }) => items.map(({ name }) => name))
        assert.deepStrictEqual(yield* names({}), ["100%", "Alpha", "beta", "gamma_1"])
        assert.deepStrictEqual(yield* names({ sort_dir: "desc", page_size: 2 }), ["gamma_1", "beta"])
        assert.deepStrictEqual(yield* names({ search: "%" }), ["100%"])
        assert.deepStrictEqual(yield* names({ search: "a_1" }), ["gamma_1"])
        assert.deepStrictEqual(yield* names({ search: "ALPHA" }), ["Alpha"])
        assert.deepStrictEqual(
          yield* names({ search: [...fake.accounts.values()].find(({ name }) => name === "beta")!.id }),
          ["beta"]
        )
        assert.deepStrictEqual(yield* names({ search: "TECHNICAL" }), [], "keys are not searched")
        const page = yield* accounts.page({ ...query, page: 2, page_size: 3 })
        assert.deepInclude(page, { total: 4, page: 2, has_next: false })
        assert.lengthOf(yield* accounts.minimal, 4)
      })
    )
  )
})

describe("registered users", () => {
  it.effect("a user of an account is refused, another is imported with a key of our own", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const users = yield* RgwUsers
        const { id } = yield* addEndpoint()
        fake.addUser("member", accountId)
        fake.addUser("backup")
        assert.include(
          (yield* users.import(administrator, { storage_endpoint_id: id, rgw_user_uid: "member" }).pipe(Effect.flip))
            .message,
          accountId
        )
        const user = yield* users.import(administrator, { storage_endpoint_id: id, rgw_user_uid: "backup" })
        assert.deepInclude(user, { name: "Display of backup", rgw_user_uid: "backup", group_links: [] })
        assert.lengthOf(fake.users.get("backup")!.access_keys, 2)
        assert.strictEqual(
          (yield* users.import(administrator, { storage_endpoint_id: id, rgw_user_uid: "backup" }).pipe(Effect.flip))
            .code,
          "already_exists"
        )
        assert.notInclude(yield* rowsAsText("rgw_users"), "gateway-secret-of")
        assert.deepStrictEqual(yield* users.unregister(administrator, user.id), {
          id: user.id,
          name: "Display of backup",
          remains: []
        })
        assert.isTrue(fake.users.has("backup"))
      })
    )
  )

  it.effect("a creation or import that cannot be registered is taken back from the gateway", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const users = yield* RgwUsers
        const { id } = yield* addEndpoint()
        yield* users
          .create(administrator, {
            rgw_user_uid: "new",
            name: "New",
            storage_endpoint_id: id,
            user_links: [administers(999)]
          })
          .pipe(Effect.flip)
        assert.isFalse(fake.users.has("new"))
        fake.addUser("old")
        yield* users
          .import(administrator, { rgw_user_uid: "old", storage_endpoint_id: id, user_links: [administers(999)] })
          .pipe(Effect.flip)
        assert.deepStrictEqual(fake.users.get("old")?.access_keys, ["OWN-old"])
        const taken = yield* users
          .create(administrator, { rgw_user_uid: "old", name: "Old", storage_endpoint_id: id })
          .pipe(Effect.flip)
        assert.strictEqual(taken.code, "already_exists")
        assert.isTrue(fake.users.has("old"), "a user that was there is not taken for one of ours")
      })
    )
  )
})
