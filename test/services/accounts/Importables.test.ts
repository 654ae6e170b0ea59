import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { StorageError } from "#domain/platform/errors/Errors.ts"
import { Importables } from "#services/accounts/Importables.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { addEndpoint, administrator, inWorld } from "../support/storageFixture.ts"

const accountId = (n: number) => `RGW${String(n).padStart(17, "0")}`

describe("what a gateway has and nobody has registered", () => {
  it.effect("accounts are told by id and name, without those that are registered on this endpoint", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const { id: endpoint } = yield* addEndpoint()
        const importables = yield* Importables
        for (const [n, name] of [
          [3, "gamma"],
          [1, "alpha"],
          [2, "beta"]
        ] as const)
          fake.addAccount(accountId(n), name)
        yield* (yield* RgwAccounts).import(administrator, {
          storage_endpoint_id: endpoint,
          rgw_account_id: accountId(2)
        })
        const page = yield* importables.accounts({ storage_endpoint_id: endpoint })
        assert.deepStrictEqual(page.items, [
          { id: accountId(1), name: "alpha", suspended: false },
          { id: accountId(3), name: "gamma", suspended: false }
        ])
        assert.deepInclude(page, {
          next_after: null,
          candidates: 2,
          looked_at: 2,
          searched: "id_and_name",
          incomplete: false
        })
        const elsewhere = yield* addEndpoint("South")
        assert.lengthOf((yield* importables.accounts({ storage_endpoint_id: elsewhere.id })).items, 3)
      })
    )
  )

  it.effect("a search finds by id and by name, without case; pages go on where the last one ended", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const { id: endpoint } = yield* addEndpoint()
        const importables = yield* Importables
        for (let n = 1; n <= 45; n++) fake.addAccount(accountId(n), n % 9 === 0 ? `Reports ${n}` : `other ${n}`)
        const named = yield* importables.accounts({ storage_endpoint_id: endpoint, search: " rePORTS " })
        assert.deepStrictEqual(
          named.items.map(({ name }) => name),
          ["Reports 9", "Reports 18", "Reports 27", "Reports 36", "Reports 45"]
        )
        assert.deepStrictEqual(
          (yield* importables.accounts({ storage_endpoint_id: endpoint, search: accountId(7) })).items.map(
            ({ id }) => id
          ),
          [accountId(7)]
        )
        const seen: Array<string> = []
        let after: string | undefined
        for (let page = 0; page < 10; page++) {
          const found: {
            readonly items: ReadonlyArray<{ readonly id: string }>
            readonly next_after: string | null
            readonly looked_at: number
          } = yield* importables.accounts({
            storage_endpoint_id: endpoint,
            limit: 10,
            ...(after === undefined ? {} : { after })
          })
          seen.push(...found.items.map(({ id }) => id))
          assert.strictEqual(found.looked_at, seen.length)
          if (found.next_after === null) break
          after = found.next_after
        }
        assert.deepStrictEqual(seen, [...fake.accounts.keys()].sort())
      })
    )
  )

  it.effect("users of accounts are passed over, and one request reads no more than it may", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const { id: endpoint } = yield* addEndpoint()
        const importables = yield* Importables
        for (let n = 0; n < 900; n++) fake.addUser(`a${String(n).padStart(4, "0")}`, accountId(1))
        fake.addUser("zebra")
        fake.addUser("backup")
        yield* (yield* RgwUsers).import(administrator, { storage_endpoint_id: endpoint, rgw_user_uid: "backup" })
        fake.targets.length = 0
        const first = yield* importables.users({ storage_endpoint_id: endpoint })
        assert.deepStrictEqual(first.items, [])
        assert.isAtMost(fake.targets.length, 420)
        assert.deepInclude(first, { candidates: 901, incomplete: false })
        assert.isNotNull(first.next_after)
        let page = first
        while (page.next_after !== null)
          page = yield* importables.users({ storage_endpoint_id: endpoint, after: page.next_after })
        assert.deepStrictEqual(page.items, [{ id: "zebra", name: "Display of zebra", suspended: false }])
        const searched = yield* importables.users({ storage_endpoint_id: endpoint, search: "ZEB" })
        assert.deepStrictEqual([searched.items.map(({ id }) => id), searched.searched], [["zebra"], "id"])
        assert.deepStrictEqual(
          (yield* importables.users({ storage_endpoint_id: endpoint, search: "Display of zebra" })).items,
          []
        )
      })
    )
  )

  it.effect("among too many accounts the exact name is looked up", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const { id: endpoint } = yield* addEndpoint()
        for (let n = 0; n < 500; n++) fake.addAccount(accountId(n), `tenant ${n}`)
        const { items, searched } = yield* Effect.flatMap(Importables, (importables) =>
          importables.accounts({ storage_endpoint_id: endpoint, search: "tenant 77" })
        )
        assert.deepStrictEqual([items, searched], [[{ id: accountId(77), name: "tenant 77", suspended: false }], "id"])
      })
    )
  )

  it.effect("hostile uids are offered as they are; what cannot be kept is not", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const { id: endpoint } = yield* addEndpoint()
        const odd = [
          "..",
          "%zz",
          "a b/c?d#e",
          "<img src=x>",
          "tenant$user",
          "x".repeat(1024),
          "'; drop table ui_users; --"
        ]
        for (const uid of [...odd, "nul\0", "half\ud800"]) fake.addUser(uid)
        const { items } = yield* Effect.flatMap(Importables, (importables) =>
          importables.users({ storage_endpoint_id: endpoint, limit: 100 })
        )
        assert.deepStrictEqual(
          items.map(({ id }) => id),
          [...odd].sort()
        )
      })
    )
  )

  it.effect("an endpoint without a key, or that is none, is the query's fault; a silent gateway is a time-out", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const importables = yield* Importables
        const { id } = yield* (yield* StorageEndpoints).create(administrator, {
          name: "Keyless",
          url: "http://keyless.example.org"
        })
        for (const storage_endpoint_id of [id, 999]) {
          const error = yield* Effect.flip(importables.accounts({ storage_endpoint_id }))
          assert.deepInclude(error, { _tag: "InvalidInput" })
          assert.include(error.message, "query.storage_endpoint_id")
        }
        const { id: endpoint } = yield* addEndpoint()
        fake.addUser("backup")
        for (const operation of ["userIds", "user"]) {
          fake.failing.clear()
          fake.failing.add(operation)
          assert.deepInclude(yield* Effect.flip(importables.users({ storage_endpoint_id: endpoint })), {
            _tag: "StorageTimeout"
          })
        }
      })
    )
  )

  it.effect("a key that may not list says which right it wants; one that may only list offers ids", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const { id: endpoint } = yield* addEndpoint()
        const importables = yield* Importables
        fake.addAccount(accountId(1), "alpha")
        const denied = new StorageError({
          operation: "rgw.x",
          storage_code: "AccessDenied",
          storage_status: 403,
          storage_request_id: null,
          detail: "no"
        })
        fake.refusing.set("account", denied)
        assert.deepStrictEqual((yield* importables.accounts({ storage_endpoint_id: endpoint })).items, [
          { id: accountId(1), name: null, suspended: false }
        ])
        fake.refusing.set("accountIds", denied)
        const error = yield* Effect.flip(importables.accounts({ storage_endpoint_id: endpoint }))
        assert.deepInclude(error, { _tag: "StorageError", storage_code: "AccessDenied" })
        assert.include(error._tag === "StorageError" ? error.detail : "", "metadata=read")
      })
    )
  )
})
