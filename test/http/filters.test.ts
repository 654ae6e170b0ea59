import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { enrolled, somebody } from "../rules/people.ts"
import { WholeService } from "../support/WholeService.ts"

const world = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { publicOrigin } = yield* Settings
  const record = yield* somebody("ui_superadmin")
  const opened = yield* (yield* Sessions).open(record, yield* DateTime.now)
  const cookie = `${cookieNames.access}=${Redacted.value(opened.access)}`
  const name = crypto.randomUUID()
  const [endpoint] = yield* sql<{ id: number }>`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
    values (${name}, ${`http://${name}.example.org`}, '{"features":{}}', now(), now()) returning id`
  const [account] = yield* sql<{ id: number }>`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values (${name}, 'RGW00000000000000001', 'root', ${endpoint!.id}, 'AK', 'sealed', now()) returning id`
  yield* sql`insert into user_associations (user_id, rgw_account_id, manager_role)
    values (${record.user.id}, ${account!.id}, 'account_administrator')`
  const key = `endpoint:${endpoint!.id}/owner:RGW00000000000000001`
  yield* sql`insert into bucket_listings (key, state, version, refreshed_at) values (${key}, 'complete', 1, now())`
  const buckets = [
    { name: "empty", used: 0, objects: 0, quota: null, versioning: "off", created: "2026-01-01T00:00:00Z" },
    { name: "half", used: 512, objects: 3, quota: 1024, versioning: "enabled", created: "2026-02-01T00:00:00Z" },
    { name: "nearly", used: 900, objects: 40, quota: 1000, versioning: "enabled", created: "2026-03-01T00:00:00Z" },
    {
      name: "over",
      used: 2 ** 50,
      objects: 2_000_000,
      quota: 1000,
      versioning: "suspended",
      created: "2026-04-01T00:00:00Z"
    },
    { name: "unread", used: null, objects: null, quota: null, versioning: null, created: null }
  ]
  for (const { created, name: bucket, objects, quota, used, versioning } of buckets) {
    yield* sql`
      insert into bucket_listing_rows (key, tenant, name, used_bytes, object_count, quota_max_size_bytes, versioning,
        created_at, has_statistics, generation, version)
      values (${key}, '', ${bucket}, ${used}, ${objects}, ${quota}, ${versioning}, ${created}, ${used !== null}, 1, 1)`
  }
  const get = (path: string) =>
    Effect.promise(async () => {
      const response = await fetch(`${publicOrigin}${path}`, { headers: { cookie } })
      const body = (await response.json()) as {
        readonly items?: ReadonlyArray<{
          readonly name?: string
          readonly email?: string
          readonly kind?: string
          readonly storage_endpoint_id?: number
        }>
        readonly total?: number
        readonly total_all?: number
        readonly code?: string
        readonly errors?: ReadonlyArray<{ readonly path: ReadonlyArray<string> }>
      }
      return { status: response.status, ...body }
    })
  const bucketsBy = (query: string, page = "page=1&page_size=50&") =>
    get(`/api/manager/buckets?context_id=${account!.id}&${page}${query}`)
  return { sql, record, get, bucketsBy, endpointId: endpoint!.id }
})

const hostile = [
  "",
  ",",
  "none,",
  ",none",
  "'; drop table ui_users --",
  "none' or '1'='1",
  "%00",
  "%ff",
  "%22",
  "NaN",
  "-1",
  "1.5",
  "1e3",
  "99999999999999999999",
  "null",
  "[]",
  "constructor",
  "__proto__",
  "2026-13-40",
  "0000-01-01",
  "275760-09-13",
  "today"
]

layer(WholeService(), { excludeTestServices: true, timeout: "60 seconds" })("filters of listings", (it) => {
  it.effect("buckets: each filter gives exactly its rows, of all that there are", () =>
    Effect.gen(function* () {
      const { bucketsBy } = yield* world
      const expected: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
        ["name_prefix=ne", ["nearly"]],
        ["name_prefix=%25", []],
        ["name_prefix=_", []],
        ["name_prefix=E", []],
        ["used_bytes_min=512", ["half", "nearly", "over"]],
        ["used_bytes_max=0", ["empty"]],
        ["used_bytes_min=1&used_bytes_max=900", ["half", "nearly"]],
        [`used_bytes_min=${2 ** 50}`, ["over"]],
        [`used_bytes_min=${Number.MAX_SAFE_INTEGER}`, []],
        ["object_count_min=3&object_count_max=40", ["half", "nearly"]],
        ["object_count_max=0", ["empty"]],
        ["created_after=2026-02-01", ["half", "nearly", "over"]],
        ["created_before=2026-02-01", ["empty"]],
        ["created_after=2026-02-01T00:00:00Z&created_before=2026-03-01T00:00:00Z", ["half"]],
        ["quota=none", ["empty"]],
        ["quota=below", ["half"]],
        ["quota=near", ["nearly"]],
        ["quota=full", ["over"]],
        ["quota=near,full", ["nearly", "over"]],
        ["versioning=enabled", ["half", "nearly"]],
        ["versioning=off,suspended", ["empty", "over"]],
        ["versioning=enabled&quota=near&search=ear&used_bytes_min=1", ["nearly"]],
        ["versioning=enabled&quota=none", []]
      ]
      for (const [query, names] of expected) {
        for (const page of ["page=1&page_size=50&", "page=1&page_size=50&", "page=1&page_size=1&", ""]) {
          const found = yield* bucketsBy(query, page)
          assert.strictEqual(found.status, 200, query)
          if (!page.includes("size=1&"))
            assert.deepStrictEqual(
              found.items?.map(({ name }) => name),
              [...names],
              `${query} ${page}`
            )
          assert.deepStrictEqual([found.total, found.total_all], [names.length, 5], `${query} ${page}`)
        }
      }
      const all = yield* bucketsBy("")
      assert.deepStrictEqual([all.total, all.total_all], [5, 5])
    })
  )

  it.effect("buckets: what is remembered of a page is forgotten when the listing changes", () =>
    Effect.gen(function* () {
      const { bucketsBy, sql } = yield* world
      assert.strictEqual((yield* bucketsBy("quota=full")).total, 1)
      yield* sql`update bucket_listing_rows set used_bytes = 5000 where name = 'half'`
      yield* sql`update bucket_listings set version = version + 1`
      const found = yield* bucketsBy("quota=full")
      assert.deepStrictEqual(
        [found.items?.map(({ name }) => name), found.total, found.total_all],
        [["half", "over"], 2, 5]
      )
    })
  )

  it.effect("a value that a filter does not know is refused where it stands, whatever it is", () =>
    Effect.gen(function* () {
      const { bucketsBy, get } = yield* world
      const asked: ReadonlyArray<readonly [string, (query: string) => ReturnType<typeof get>]> = [
        ...[
          "used_bytes_min",
          "used_bytes_max",
          "object_count_min",
          "object_count_max",
          "created_after",
          "created_before",
          "quota",
          "versioning"
        ].map((name) => [name, bucketsBy] as const),
        ...["role", "state", "passkey"].map(
          (name) => [name, (query: string) => get(`/api/admin/users?${query}`)] as const
        ),
        ["kind", (query) => get(`/api/admin/identity/sessions?${query}`)],
        ["status", (query) => get(`/api/admin/identity/link-requests?${query}`)],
        ["storage_endpoint_id", (query) => get(`/api/admin/accounts?${query}`)],
        ["storage_endpoint_id", (query) => get(`/api/admin/s3-users?${query}`)]
      ]
      for (const [name, ask] of asked) {
        for (const value of hostile) {
          if (name === "storage_endpoint_id" && (value === "-1" || value === "1e3")) continue // numbers that name no row
          if (value === "1e3" && /min|max/.test(name)) continue
          const { errors, status } = yield* ask(`${name}=${value.startsWith("%") ? value : encodeURIComponent(value)}`)
          assert.isTrue(status === 422 || (value === "%ff" && status === 400), `${name}=${value}: ${status}`)
          if (status === 422)
            assert.isTrue(
              errors?.some(({ path }) => path.includes(name)),
              `${name}=${value}: ${JSON.stringify(errors)}`
            )
        }
      }
      for (const text of ["'", "%", "\\", "' or true --", "\u{1f600}"])
        assert.strictEqual((yield* bucketsBy(`name_prefix=${encodeURIComponent(text)}`)).total, 0, text)
      assert.strictEqual((yield* bucketsBy("name_prefix=%00")).status, 422)
      assert.strictEqual((yield* bucketsBy(`quota=${Array.from({ length: 200 }, () => "none").join(",")}`)).status, 422)
    })
  )

  it.effect(
    "users: by role, by how it stands with them, and by passkey; who is locked is whom a password cannot sign in",
    () =>
      Effect.gen(function* () {
        const { get, record, sql } = yield* world
        const { publicOrigin } = yield* Settings
        const plain = yield* somebody("ui_user")
        const gone = yield* somebody("ui_none")
        yield* sql`update ui_users set is_active = false where id = ${gone.user.id}`
        const withKey = (yield* enrolled("ui_admin")).record
        const victim = yield* somebody("ui_user")
        const people = [record, plain, gone, withKey, victim].map(({ user }) => user.email)
        const found = (query: string) =>
          Effect.map(get(`/api/admin/users?page_size=200&${query}`), ({ items, status, total, total_all }) => {
            assert.deepStrictEqual([status, total], [200, items?.length], query)
            assert.isAtLeast(total_all ?? 0, people.length)
            return people.filter((email) => items?.some((item) => item.email === email))
          })
        const emails = (...of: ReadonlyArray<{ readonly user: { readonly email: string } }>) =>
          of.map(({ user }) => user.email)
        assert.deepStrictEqual(yield* found("role=ui_none,ui_admin"), emails(gone, withKey))
        assert.deepStrictEqual(yield* found("role=ui_user"), emails(plain, victim))
        assert.deepStrictEqual(yield* found("state=deactivated"), emails(gone))
        assert.deepStrictEqual(yield* found("state=active,deactivated"), people)
        assert.deepStrictEqual(yield* found("passkey=true"), emails(withKey))
        assert.deepStrictEqual(yield* found("passkey=false&role=ui_user&state=active"), emails(plain, victim))
        assert.deepStrictEqual(yield* found("state=locked"), [])
        for (let attempt = 0; attempt < 10; attempt++) {
          yield* Effect.promise(() =>
            fetch(`${publicOrigin}/api/auth/login`, {
              method: "POST",
              headers: { "content-type": "application/json", origin: publicOrigin },
              body: JSON.stringify({ email: victim.user.email.toUpperCase(), password: "not hers at all" })
            }).then((answer) => answer.text())
          )
        }
        assert.deepStrictEqual(yield* found("state=locked"), emails(victim))
        assert.deepStrictEqual(yield* found("state=locked,deactivated"), emails(gone, victim))
        assert.deepStrictEqual(yield* found(`state=locked&search=${victim.user.email}`), emails(victim))
        yield* sql`update rate_limits set window_ends_at = now() - interval '1 second'`
        assert.deepStrictEqual(yield* found("state=locked"), [])
        const spelled = [
          "\u0130stanbul",
          "STRA\u00dfE",
          "stra\u1e9ee",
          "\u039f\u0394\u039f\u03a3",
          "\u00c4RGER",
          "A\u0308RGER",
          "\u01c5ep",
          "\u2160x",
          "\ud801\udc00x"
        ].map((name) => `${name}@example.org`)
        for (const email of spelled) {
          yield* sql`update ui_users set email = ${email} where id = ${victim.user.id}`
          yield* sql`update rate_limits set window_ends_at = now() - interval '1 second'`
          const now = () =>
            Effect.map(get("/api/admin/users?page_size=200&state=locked"), ({ items }) =>
              items?.map((item) => item.email)
            )
          assert.deepStrictEqual(yield* now(), [], email)
          for (let attempt = 0; attempt < 10; attempt++) {
            yield* Effect.promise(() =>
              fetch(`${publicOrigin}/api/auth/login`, {
                method: "POST",
                headers: { "content-type": "application/json", origin: publicOrigin },
                body: JSON.stringify({ email, password: "not hers at all" })
              }).then((answer) => answer.text())
            )
          }
          assert.deepStrictEqual(yield* now(), [email], email)
        }
      }),
    120_000
  )

  it.effect("sessions by whose they are, registered accounts by their endpoint, with the number of all", () =>
    Effect.gen(function* () {
      const { endpointId, get } = yield* world
      const sessions = yield* get("/api/admin/identity/sessions?kind=ui")
      assert.isAtLeast(sessions.items?.length ?? 0, 1)
      assert.deepStrictEqual([...new Set(sessions.items?.map(({ kind }) => kind))], ["ui"])
      assert.deepStrictEqual((yield* get("/api/admin/identity/sessions?kind=s3")).items, [])
      assert.isAtLeast((yield* get("/api/admin/identity/sessions?kind=s3,ui")).items?.length ?? 0, 1)
      yield* world
      const accounts = yield* get(`/api/admin/accounts?storage_endpoint_id=${endpointId}`)
      assert.deepStrictEqual(
        accounts.items?.map(({ storage_endpoint_id }) => storage_endpoint_id),
        [endpointId]
      )
      assert.strictEqual(accounts.total, 1)
      assert.isAtLeast(accounts.total_all ?? 0, 2)
    })
  )
})
