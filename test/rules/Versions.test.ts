import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { makeSandbox } from "#sandbox/Sandbox.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { Users } from "#services/identity/users/Users.ts"
import { administrator } from "../services/support/storageFixture.ts"
import type { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { WholeService } from "../support/WholeService.ts"
import { inBrowser, somebody } from "./people.ts"

const rows = Effect.gen(function* () {
  const { browser } = yield* inBrowser("ui_superadmin", true)
  const person = yield* somebody("ui_user")
  const gateway = yield* makeSandbox({ dir: yield* temporaryFolder(), seed: true })
  const endpoint = yield* (yield* StorageEndpoints).create(administrator, {
    name: `Gateway ${crypto.randomUUID()}`,
    url: gateway.url,
    provider: "cluster",
    admin_access_key: gateway.admin.accessKey,
    admin_secret_key: Redacted.make(gateway.admin.secretKey),
    features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
  })
  const made = (path: string, body: object) =>
    Effect.map(
      Effect.promise(() => browser.post(path, body)),
      ({ body: row, status, text }) => {
        assert.strictEqual(status, 201, text)
        return Number(row["id"])
      }
    )
  const account = yield* made("/api/admin/accounts", { name: "acme", storage_endpoint_id: endpoint.id })
  const user = yield* made("/api/admin/s3-users", {
    rgw_user_uid: `u${crypto.randomUUID().slice(0, 8)}`,
    name: "plain",
    storage_endpoint_id: endpoint.id
  })
  return {
    browser,
    person,
    account,
    user,
    places: [
      [`/api/admin/users/${person.user.id}`, { full_name: "Another Name" }, "full_name"],
      [`/api/admin/accounts/${account}`, { name: "Another name" }, "name"],
      [`/api/admin/s3-users/${user}`, { name: "Another name" }, "name"],
      [`/api/admin/storage-endpoints/${endpoint.id}`, { region: "elsewhere" }, "region"]
    ] as const
  }
})

const read = (browser: ConsoleBrowser, place: string) =>
  Effect.map(
    Effect.promise(() => browser.get(place)),
    ({ body }) => body
  )
const versionAt = (browser: ConsoleBrowser, place: string) =>
  Effect.map(read(browser, place), (row) => Number(row["version"]))

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })(
  "two who edit one row (409 stale_plan)",
  (it) => {
    it.effect(
      "an update with another version than the row's changes nothing; with the present one, or none, it is made",
      () =>
        Effect.gen(function* () {
          const { browser, places } = yield* rows
          for (const [place, change, field] of places) {
            const before = yield* read(browser, place)
            const version = Number(before["version"])
            const stale = yield* Effect.promise(() => browser.send("PUT", place, { ...change, version: version + 1 }))
            assert.strictEqual(`${stale.status} ${stale.code}`, "409 stale_plan", place)
            assert.deepStrictEqual(yield* read(browser, place), before, place)
            const made = yield* Effect.promise(() => browser.send("PUT", place, { ...change, version }))
            assert.strictEqual(made.status, 200, made.text)
            assert.isAbove(Number(made.body["version"]), version, place)
            const again = yield* Effect.promise(() =>
              browser.send("PUT", place, { ...change, version: made.body["version"] })
            )
            assert.deepStrictEqual(
              [again.status, again.body["version"], again.body[field]],
              [200, made.body["version"], (change as Record<string, string>)[field]],
              place
            )
            assert.strictEqual((yield* Effect.promise(() => browser.send("PUT", place, change))).status, 200)
            for (const version of ["1", 1.5, null, 5_000_000_000]) {
              assert.strictEqual(
                (yield* Effect.promise(() => browser.send("PUT", place, { ...change, version }))).status,
                422,
                `${place} ${version}`
              )
            }
          }
        })
    )

    it.effect("links make both sides newer; what nobody edits makes nothing newer", () =>
      Effect.gen(function* () {
        const { account, browser, person, places, user } = yield* rows
        const [[ofPerson], [ofAccount], [ofUser]] = places
        const id = person.user.id
        const versions = Effect.all([
          versionAt(browser, ofPerson),
          versionAt(browser, ofAccount),
          versionAt(browser, ofUser)
        ])
        const before = yield* versions
        yield* Effect.promise(() =>
          browser.send("PUT", ofAccount, { user_links: [{ user_id: id, manager_role: "account_administrator" }] })
        )
        const linked = yield* versions
        assert.deepStrictEqual(
          linked.map((version, index) => version > (before[index] ?? 0)),
          [true, true, false]
        )
        yield* (yield* Users).signedIn(id, yield* DateTime.now)
        yield* Effect.promise(() =>
          browser.send("PUT", ofAccount, { user_links: [{ user_id: id, manager_role: "account_administrator" }] })
        )
        assert.deepStrictEqual(yield* versions, linked)
        const sql = yield* SqlClient.SqlClient
        yield* sql`delete from rgw_accounts where id = ${account}`
        assert.isAbove(yield* versionAt(browser, ofPerson), linked[0] ?? 0)
        assert.strictEqual(yield* versionAt(browser, `/api/admin/s3-users/${user}`), linked[2])
      })
    )

    it.effect("of twenty who save at once with the version that all of them read, one does", () =>
      Effect.gen(function* () {
        const {
          browser,
          places: [[place]]
        } = yield* rows
        const version = yield* versionAt(browser, place)
        const answers = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, index) => index),
          (index) => Effect.promise(() => browser.send("PUT", place, { full_name: `Name ${index}`, version })),
          { concurrency: 20 }
        )
        assert.deepStrictEqual(answers.map(({ code, status }) => `${status} ${code}`.trim()).sort(), [
          "200",
          ...Array.from({ length: 19 }, () => "409 stale_plan")
        ])
        const winner = answers.findIndex(({ status }) => status === 200)
        assert.strictEqual((yield* read(browser, place))["full_name"], `Name ${winner}`)
      })
    )

    it.effect("links written from both of their sides at once never wait for each other", () =>
      Effect.gen(function* () {
        const { account, browser, person, user } = yield* rows
        const link = [{ user_id: person.user.id, manager_role: "account_administrator" }]
        const answers = yield* Effect.forEach(
          Array.from({ length: 40 }, (_, index) => index),
          (index) =>
            Effect.promise(() =>
              index % 4 === 3
                ? browser.send("PUT", `/api/admin/users/${person.user.id}`, { full_name: `Name ${index}` })
                : browser.send(
                    "PUT",
                    index % 2 === 0 ? `/api/admin/accounts/${account}` : `/api/admin/s3-users/${user}`,
                    { user_links: index % 3 === 0 ? [] : link }
                  )
            ),
          { concurrency: 16 }
        )
        assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [200])
      })
    )
  }
)
