import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AccountLinkBatch } from "#domain/accounts/LinkBatch.ts"
import { LinkBatches } from "#services/accounts/LinkBatches.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { addEndpoint, addUser, administrator, audited, inWorld } from "../support/storageFixture.ts"

const administers = (user_id: number) => ({ user_id, manager_role: "account_administrator" as const })

const scene = Effect.gen(function* () {
  const { id: endpoint } = yield* addEndpoint()
  const accounts = yield* RgwAccounts
  const made = yield* Effect.forEach(["acme", "globex", "initech"], (name) =>
    accounts.create(administrator, { name, storage_endpoint_id: endpoint })
  )
  const people = [(yield* addUser()).id, (yield* addUser()).id] as const
  return { made, people, endpoint }
})

const linksOf = (ids: ReadonlyArray<number>) =>
  RgwAccounts.use((accounts) =>
    Effect.forEach(ids, (id) =>
      Effect.map(accounts.get(id), ({ user_links }) => user_links.map(({ user_id }) => user_id))
    )
  )

describe("a strict batch of links", () => {
  it.effect("saves all of it, replaces lists that are sent and leaves those that are not, and writes down each", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const {
          made: [one, two, three],
          people: [ada, grace]
        } = yield* scene
        const batches = yield* LinkBatches
        const saved = yield* batches.accounts(administrator, [
          { id: three!.id, user_links: [administers(ada), { user_id: grace, portal_role: "portal_user" }] },
          { id: one!.id, user_links: [administers(grace)], version: one!.version },
          { id: two!.id }
        ])
        assert.deepStrictEqual(
          saved.map(({ id }) => id),
          [three!.id, one!.id, two!.id]
        )
        assert.deepStrictEqual(
          saved.map(({ user_links }) => user_links.length),
          [2, 1, 0]
        )
        assert.isTrue(saved[1]!.version > one!.version)
        yield* batches.accounts(administrator, [{ id: three!.id, user_links: [] }])
        assert.deepStrictEqual(yield* linksOf([one!.id, two!.id, three!.id]), [[grace], [], []])
        assert.lengthOf(
          (yield* audited).filter((action) => action === "rgw_account.update"),
          4
        )
      })
    )
  )

  it.effect(
    "one bad link, one account that is none, one that somebody changed: nothing is changed, and the refusal names it",
    () =>
      inWorld(() =>
        Effect.gen(function* () {
          const {
            made: [one, two, three],
            people: [ada]
          } = yield* scene
          const batches = yield* LinkBatches
          const good = { id: one!.id, user_links: [administers(ada)] }
          const bad = yield* Effect.flip(
            batches.accounts(administrator, [
              good,
              { id: two!.id, user_links: [administers(ada), administers(999_999)] },
              { id: three!.id, user_links: [] }
            ])
          )
          assert.deepInclude(bad, { _tag: "InvalidInput" })
          assert.strictEqual(bad.message, "payload.accounts.1.user_links.1.user_id: There is no console user 999999")
          const group = yield* Effect.flip(
            batches.accounts(administrator, [
              good,
              { id: two!.id, group_links: [{ group_id: 4242, portal_role: "portal_user" }] }
            ])
          )
          assert.include(group.message, "payload.accounts.1.group_links.0.group_id")
          const nobody = yield* Effect.flip(batches.accounts(administrator, [good, { id: 999_999, user_links: [] }]))
          assert.include(nobody.message, "payload.accounts.1.id: There is no RGW account 999999")
          yield* (yield* RgwAccounts).update(administrator, two!.id, { name: "globex 2" })
          const stale = yield* Effect.flip(
            batches.accounts(administrator, [good, { id: two!.id, user_links: [], version: two!.version }])
          )
          assert.deepInclude(stale, { code: "stale_plan" })
          assert.include((stale as { readonly detail: string }).detail, "accounts.1")
          assert.deepStrictEqual(yield* linksOf([one!.id, two!.id, three!.id]), [[], [], []])
          const trail = yield* (yield* SqlClient.SqlClient)`select 1 from audit_logs where action = 'rgw_account.update'
              and entity_id = ${String(one!.id)}`
          assert.lengthOf(trail, 0, "what was not saved is not told either")
        })
      )
  )

  it.effect("is the same for RGW users, under their own name", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const {
          endpoint,
          people: [ada]
        } = yield* scene
        const users = yield* RgwUsers
        fake.addUser("backup")
        const { id } = yield* users.import(administrator, { storage_endpoint_id: endpoint, rgw_user_uid: "backup" })
        const batches = yield* LinkBatches
        const bad = yield* Effect.flip(
          batches.s3Users(administrator, [
            { id, user_links: [administers(ada)] },
            { id: id + 1, user_links: [] }
          ])
        )
        assert.include(bad.message, "payload.s3_users.1.id: There is no RGW user")
        const [saved] = yield* batches.s3Users(administrator, [{ id, user_links: [administers(ada)] }])
        assert.deepStrictEqual(
          saved!.user_links.map(({ user_id }) => user_id),
          [ada]
        )
      })
    )
  )

  it("refuses an unknown property, a removed field, a null list, the same one twice, none, and too many", () => {
    const decode = Schema.decodeUnknownExit(AccountLinkBatch, { onExcessProperty: "error" })
    const item = { id: 1, user_links: [] }
    assert.strictEqual(decode({ accounts: [item] })._tag, "Success")
    for (const wrong of [
      { accounts: [] },
      { accounts: null },
      { accounts: [item, item] },
      { accounts: [{ ...item, user_ids: [1] }] },
      { accounts: [{ ...item, user_links: null }] },
      { accounts: [{ id: "1" }] },
      { accounts: [{ ...item, user_links: [{ user_id: 1 }] }] },
      { accounts: [item], more: 1 },
      { accounts: Array.from({ length: 501 }, (_, n) => ({ id: n + 1 })) }
    ])
      assert.strictEqual(decode(wrong)._tag, "Failure", JSON.stringify(wrong).slice(0, 80))
  })
})
