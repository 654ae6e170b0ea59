import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { linkKinds } from "#domain/accounts/LinkChoice.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { somebody } from "../rules/people.ts"
import { seedPeople } from "../support/seedPeople.ts"
import { WholeService } from "../support/WholeService.ts"

interface Choice {
  readonly id: number
  readonly name: string
  readonly detail: string
  readonly storage_endpoint_name: string | null
  readonly is_active: boolean
}
interface Page {
  readonly items: ReadonlyArray<Choice>
  readonly total: number
  readonly total_all: number
  readonly has_next: boolean
  readonly code?: string
}

const administrator = Effect.gen(function* () {
  const opened = yield* (yield* Sessions).open(yield* somebody("ui_admin"), yield* DateTime.now)
  return `${cookieNames.access}=${Redacted.value(opened.access)}`
})
const ask = Effect.fnUntraced(function* (cookie: string, path: string) {
  const { publicOrigin } = yield* Settings
  const response = yield* Effect.promise(() => fetch(`${publicOrigin}/api/admin/${path}`, { headers: { cookie } }))
  const text = yield* Effect.promise(() => response.text())
  return { status: response.status, bytes: text.length, page: JSON.parse(text) as Page }
})

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })("what there is to link", (it) => {
  it.effect("is searched by the service and comes by the page, with names and none of the links", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cookie = yield* administrator
      yield* sql`insert into storage_endpoints (name, url, features_config, created_at, updated_at)
        values ('North', 'https://s3.example.org', '{"features":{}}', now(), now())`
      yield* seedPeople({ users: 400, groups: 30, accounts: 200, s3Users: 60, connections: 40, notifications: 0 })
      const whole = yield* ask(cookie, "accounts/minimal")
      const first = yield* ask(cookie, "link-choices/account?page=1&page_size=100")
      assert.deepStrictEqual(
        [first.status, first.page.items.length, first.page.total, first.page.total_all, first.page.has_next],
        [200, 100, 200, 200, true]
      )
      assert.deepStrictEqual(first.page.items[0], {
        id: first.page.items[0]!.id,
        name: "account-00001",
        detail: "RGW90000000000000001",
        storage_endpoint_name: "North",
        is_active: true
      })
      assert.isBelow(first.bytes, whole.bytes / 5)
      const searched = yield* ask(cookie, "link-choices/account?search=RGW90000000000000042")
      assert.deepStrictEqual(
        searched.page.items.map(({ name }) => name),
        ["account-00042"]
      )
      const people = yield* ask(cookie, "link-choices/user?search=person-00011@")
      assert.deepInclude(people.page.items[0], {
        detail: "person-00011@example.org",
        storage_endpoint_name: null,
        is_active: false
      })
      for (const [kind, total] of [
        ["s3_user", 60],
        ["s3_connection", 40],
        ["group", 30]
      ] as const) {
        assert.strictEqual((yield* ask(cookie, `link-choices/${kind}`)).page.total, total)
      }
    })
  )

  it.effect("private connections are nobody's to choose", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cookie = yield* administrator
      yield* sql`
      insert into s3_connections (name, owner_user_id, storage_endpoint_id, access_key, secret, seal, created_at,
        updated_at)
      select 'mine alone', (select min(id) from ui_users), min(id), 'AK', 'sealed', gen_random_uuid(), now(), now()
        from storage_endpoints`
      assert.deepStrictEqual((yield* ask(cookie, "link-choices/s3_connection?search=mine+alone")).page.items, [])
    })
  )

  it.effect("hostile searches find nothing and break nothing; another kind, order or parameter is 422", () =>
    Effect.gen(function* () {
      const cookie = yield* administrator
      for (const kind of linkKinds) {
        for (const search of ["'; drop table ui_users; --", "\\", "%", "_", "a".repeat(200), "ß", "😀"]) {
          const { status, page } = yield* ask(cookie, `link-choices/${kind}?search=${encodeURIComponent(search)}`)
          assert.strictEqual(status, 200, search)
          assert.deepStrictEqual(
            page.items.filter(({ detail, name }) => !`${name}\n${detail}`.toLowerCase().includes(search.toLowerCase())),
            []
          )
        }
        for (const query of ["search=%00", "sort_by=id", "page=0", "page_size=201", "colour=red"]) {
          assert.deepStrictEqual(
            [(yield* ask(cookie, `link-choices/${kind}?${query}`)).status, kind],
            [422, kind],
            query
          )
        }
      }
      assert.strictEqual((yield* ask(cookie, "link-choices/constructor")).status, 422)
      assert.strictEqual((yield* ask(cookie, "link-choices/endpoint")).status, 422)
    })
  )
})
