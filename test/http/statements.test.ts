import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Option, Redacted, SchemaAST, Tracer } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { Api } from "#api/Api.ts"
import type { UiRole } from "#domain/platform/access/Caller.ts"
import { s3SessionListingKey } from "#domain/identity/signin/S3SignIn.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { S3Sessions } from "#services/identity/sessions/S3Sessions.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { OwnedTokens } from "#services/identity/OwnedTokens.ts"
import { callerOf, somebody } from "../rules/people.ts"
import { WholeService } from "../support/WholeService.ts"

const spans: Array<Tracer.Span> = []
const Collected = Layer.succeed(
  Tracer.Tracer,
  Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
)

const listings = (() => {
  const found: Array<string> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => {
      const ast = endpoint.query?.ast
      const names = ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => name) : []
      if (
        endpoint.method === "GET" &&
        !endpoint.path.endsWith("/stream") &&
        !endpoint.path.includes(":") &&
        (names.includes("page") || names.includes("cursor"))
      )
        found.push(endpoint.path)
    }
  })
  return found
})()

const statementsOf = (requestId: string | null) => {
  const root = spans.find((span) => Option.isNone(span.parent) && span.attributes.get("request_id") === requestId)
  return spans.filter(
    (span) => span.traceId === root?.traceId && [...span.attributes.keys()].some((key) => key.startsWith("db."))
  )
}

const ask = Effect.fnUntraced(function* (path: string, headers: Record<string, string>) {
  const { publicOrigin } = yield* Settings
  const response = yield* Effect.promise(() => fetch(`${publicOrigin}${path}`, { headers }))
  const body = yield* Effect.promise(
    () => response.json() as Promise<{ readonly items?: ReadonlyArray<unknown>; readonly code?: string }>
  )
  return { status: response.status, body, statements: statementsOf(response.headers.get("x-request-id")) }
})

const list = Effect.fnUntraced(function* (key: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into bucket_listings (key, state, version, refreshed_at) values (${key}, 'complete', 1, now())`
  for (const name of ["a", "b", "c"]) {
    yield* sql`insert into bucket_listing_rows (key, tenant, name, has_statistics, generation, version)
      values (${key}, '', ${name}, false, 1, 1)`
  }
})

const person = Effect.fnUntraced(function* (role: UiRole) {
  const sql = yield* SqlClient.SqlClient
  const record = yield* somebody(role)
  const name = crypto.randomUUID()
  const [endpoint] = yield* sql<{ id: number }>`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
    values (${name}, ${`http://${name}.example.org`}, '{"features":{}}', now(), now()) returning id`
  const [account] = yield* sql<{ id: number }>`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values (${name}, 'RGW00000000000000001', 'root', ${endpoint!.id}, 'AK', 'sealed', now()) returning id`
  yield* sql`
    insert into user_associations (user_id, rgw_account_id, manager_role, allow_manager_browser_data_access)
    values (${record.user.id}, ${account!.id}, 'account_administrator', true)`
  yield* list(`endpoint:${endpoint!.id}/owner:RGW00000000000000001`)
  yield* sql`update ui_users set privileges = '{storage_ops}' where id = ${record.user.id}`
  const opened = yield* (yield* Sessions).open(record, yield* DateTime.now)
  return {
    opened,
    user: record.user,
    contextId: String(account!.id),
    cookie: { cookie: `${cookieNames.access}=${Redacted.value(opened.access)}` }
  }
})

/** At most so many statements for a page: the caller, their right, the listing's state, and its rows. */
const most = 4
const cursored = new RegExp(
  "^/api/(notifications|portal|(manager|browser|storage-ops)/work|manager/bucket-comparisons|" +
    "admin/(identity|audit|work|billing))"
)

layer(WholeService().pipe(Layer.provideMerge(Collected)), { excludeTestServices: true, timeout: "60 seconds" })(
  "statements of a page",
  (it) => {
    it.effect(`every listing answers an authenticated page in at most ${most}`, () =>
      Effect.gen(function* () {
        const { contextId, cookie } = yield* person("ui_superadmin")
        assert.includeMembers(listings, [
          "/api/manager/buckets",
          "/api/browser/buckets/search",
          "/api/admin/accounts",
          "/api/admin/s3-users",
          "/api/admin/users",
          "/api/admin/identity/sessions",
          "/api/admin/identity/link-requests",
          "/api/admin/audit/logs"
        ])
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          insert into billing_daily (subject_type, subject_id, day, subject_name, storage_endpoint_id,
            storage_endpoint_name, measured_hours, collected_hours)
          values ('S3Account', 1, '2026-04-01', 'billed', 1, 'Paris', 0, 0)`
        yield* sql`update user_associations set portal_role = 'portal_manager'
          where rgw_account_id = ${Number(contextId)}`
        yield* sql`update rgw_accounts set portal_settings = '{"enabled": true, "access_logs_enabled": true}'
          where id = ${Number(contextId)}`
        for (const path of listings) {
          const paging = cursored.test(path) ? "limit=5" : "page=1&page_size=2"
          const { body, statements, status } = yield* ask(
            `${path}?${paging}${path.startsWith("/api/portal/") ? `&account_id=${contextId}` : ""}${/^\/api\/(manager|browser)\//.test(path) ? `&context_id=${contextId}` : ""}${path.endsWith("/feature-rules") ? "&feature=tags" : ""}${path.endsWith("/statements") ? "&month=2026-04" : ""}`,
            cookie
          )
          assert.strictEqual(status, 200, `${path} ${JSON.stringify(body)}`)
          assert.isAtLeast(statements.length, 2, path)
          const more = /\/(feature-rules|exposure)$|^\/api\/storage-ops\//.test(path) ? 1 : 0
          assert.isAtMost(statements.length, most + more, path)
        }
      })
    )

    it.effect("a page of buckets takes three, the second time too, and knows its total", () =>
      Effect.gen(function* () {
        const { contextId, cookie } = yield* person("ui_user")
        for (const query of [
          "page=1&page_size=2",
          "page=1&page_size=2",
          "page=2&page_size=2",
          "page=9&page_size=2",
          "page=1&search=b"
        ]) {
          const { body, statements } = yield* ask(`/api/manager/buckets?context_id=${contextId}&${query}`, cookie)
          assert.strictEqual(statements.length, 3, query)
          assert.strictEqual((body as { readonly total?: number }).total, query.includes("search") ? 1 : 3, query)
        }
      })
    )

    it.effect("what every page load asks, who somebody is, takes two, and nothing of it is remembered", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { cookie, user } = yield* person("ui_superadmin")
        const first = yield* ask("/api/auth/session", cookie)
        assert.strictEqual(first.statements.length, 2)
        const said = (body: object) =>
          body as {
            readonly unread_notifications: number
            readonly workspaces: ReadonlyArray<string>
            readonly mfa: object
          }
        assert.deepInclude(first.body, { authenticated: true, unread_notifications: 0 } as never)
        assert.deepInclude(said(first.body).mfa, { required: true, enrolled: false, recovery_codes_left: 0 } as never)
        yield* sql`update ui_users set privileges = '{storage_ops}' where id = ${user.id}`
        yield* sql`insert into recovery_codes (user_id, hash, created_at)
          values (${user.id}, ${crypto.randomUUID()}, now())`
        const changed = yield* ask("/api/auth/session", cookie)
        assert.strictEqual(changed.statements.length, 2)
        assert.include(said(changed.body).workspaces, "storage-ops")
        assert.deepInclude(said(changed.body).mfa, { required: true, enrolled: false, recovery_codes_left: 1 } as never)
        yield* sql`update ui_users set is_active = false where id = ${user.id}`
        assert.deepInclude((yield* ask("/api/auth/session", cookie)).body, { authenticated: false } as never)
      })
    )

    it.effect("a filtered page stays within them, and knows how many there are of all", () =>
      Effect.gen(function* () {
        const { contextId, cookie } = yield* person("ui_superadmin")
        const asked = [
          "/api/admin/users?page=1&role=ui_user,ui_admin&state=active,locked&passkey=false&search=a",
          "/api/admin/accounts?page=1&storage_endpoint_id=1",
          "/api/admin/identity/sessions?kind=ui&search=x",
          "/api/admin/identity/link-requests?status=pending",
          `/api/manager/buckets?page=1&context_id=${contextId}&quota=none,full&versioning=off&used_bytes_min=1&object_count_max=9&created_after=2026-01-01&name_prefix=a`
        ]
        for (const path of [...asked, ...asked]) {
          const { body, statements, status } = yield* ask(path, cookie)
          assert.strictEqual(status, 200, `${path} ${JSON.stringify(body)}`)
          assert.isAtMost(statements.length, /\/(feature-rules|exposure)$/.test(path) ? most + 1 : most, path)
        }
        const { body } = yield* ask(asked.at(-1)!, cookie)
        assert.deepInclude(body, { total: 0, total_all: 3 } as never)
      })
    )

    it.effect(
      "the overview costs one statement a tile, however large the installation is, and no gateway is asked for it",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { cookie } = yield* person("ui_superadmin")
          const tiles = ["summary", "storage", "storage?days=90", "traffic", "traffic?days=7"]
          const counts = Effect.forEach(tiles, (tile) =>
            Effect.map(ask(`/api/admin/stats/${tile}`, cookie), ({ body, statements, status }) => {
              assert.strictEqual(status, 200, `${tile} ${JSON.stringify(body)}`)
              return statements.length
            })
          )
          const small = yield* counts
          assert.deepStrictEqual(
            small,
            tiles.map(() => 2)
          )
          yield* sql`
      insert into storage_endpoints (name, url, features_config, created_at, updated_at)
      select 'many ' || n, 'http://many-' || n || '.example.org', '{"features":{}}', now(), now()
        from generate_series(1, 20) n`
          yield* sql`
      insert into rgw_accounts (name, gateway_name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key,
        secret, created_at)
      select 'many ' || n || ' ' || e.id, 'many', 'RGW' || n, 'root', e.id, 'AK', 'sealed', now()
        from storage_endpoints e, generate_series(1, 40) n where e.name like 'many %'`
          yield* sql`
      insert into bucket_listings (key, state, version, refreshed_at)
      select 'endpoint:' || storage_endpoint_id || '/owner:' || rgw_account_id, 'complete', 1, now() from rgw_accounts
        where name like 'many %'`
          yield* sql`
      insert into bucket_listing_rows (key, tenant, name, used_bytes, object_count, has_statistics, generation, version)
      select key, '', 'b' || n, 1000, 1, true, 1, 1 from bucket_listings, generate_series(1, 5) n
        on conflict do nothing`
          const asked = spans.length
          assert.deepStrictEqual(yield* counts, small)
          assert.deepStrictEqual(
            spans
              .slice(asked)
              .filter(({ name }) => /^(Rgw|BucketGateway|http\.client)/.test(name))
              .map(({ name }) => name),
            []
          )
        })
    )

    it.effect("a token costs one statement to know, as a session does", () =>
      Effect.gen(function* () {
        const { contextId, opened } = yield* person("ui_user")
        const { token } = yield* (yield* OwnedTokens).create(yield* callerOf(opened), {
          name: "script",
          scopes: ["manager.read", "browser.read"]
        })
        for (const path of ["/api/manager/buckets", "/api/browser/buckets/search"]) {
          const { statements, status } = yield* ask(`${path}?context_id=${contextId}&page=1`, {
            authorization: `Bearer ${token}`
          })
          assert.deepStrictEqual([status, statements.length], [200, 3], path)
        }
      })
    )

    it.effect(
      "a token above its limit is refused until the window ends, and one that does not stand is not counted",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { contextId, opened } = yield* person("ui_user")
          const tokens = yield* OwnedTokens
          const caller = yield* callerOf(opened)
          const { id, token } = yield* tokens.create(caller, { name: "script", scopes: ["manager.read"] })
          const count = Effect.map(
            sql<{ count: number }>`select count from rate_limits where key = ${`token/${id}`}`,
            ([row]) => row?.count ?? 0
          )
          const use = Effect.map(
            ask(`/api/manager/buckets?context_id=${contextId}&page=1`, { authorization: `Bearer ${token}` }),
            ({ body, status }) => `${status} ${body.code ?? ""}`.trim()
          )
          assert.strictEqual(yield* use, "200")
          assert.strictEqual(yield* count, 1)
          yield* sql`update rate_limits set count = 599 where key = ${`token/${id}`}`
          assert.strictEqual(yield* use, "200")
          assert.strictEqual(yield* use, "429 rate_limited")
          yield* sql`update rate_limits set window_ends_at = now() - interval '1 second' where key = ${`token/${id}`}`
          assert.strictEqual(yield* use, "200")
          assert.strictEqual(yield* count, 1)
          yield* tokens.revoke(caller, id)
          assert.strictEqual(yield* use, "401 token_revoked")
          assert.strictEqual(yield* count, 1)
        })
    )

    it.effect("a direct S3 session stays within them", () =>
      Effect.gen(function* () {
        const { sessionId, token } = yield* (yield* S3Sessions).open(
          {
            endpoint_id: null,
            name: "typed",
            url: "http://127.0.0.1:9",
            region: "",
            verify_tls: true,
            is_default: false,
            is_sandbox: false,
            access_key: "AK"
          },
          Redacted.make("secret"),
          null
        )
        yield* list(s3SessionListingKey(sessionId))
        const { statements, status } = yield* ask("/api/browser/buckets/search?context_id=s3-session&page=1", {
          cookie: `${cookieNames.s3}=${Redacted.value(token)}`
        })
        assert.strictEqual(status, 200)
        assert.isAtMost(statements.length, most)
      })
    )

    it.effect("a number that no row can have is refused or not found, and no outage", () =>
      Effect.gen(function* () {
        const { cookie } = yield* person("ui_superadmin")
        for (const path of [
          "accounts/99999999999",
          "s3-users/2147483648",
          "users/-99999999999",
          "storage-endpoints/9007199254740991",
          "accounts?storage_endpoint_id=99999999999"
        ]) {
          assert.strictEqual((yield* ask(`/api/admin/${path}`, cookie)).status, 422, path)
        }
        assert.strictEqual((yield* ask("/api/admin/accounts/2147483647", cookie)).status, 404)
      })
    )

    it.effect("a sort key that no listing knows is 422, and nothing else of it is looked at", () =>
      Effect.gen(function* () {
        const { contextId, cookie } = yield* person("ui_superadmin")
        for (const path of listings.filter((path) => !cursored.test(path))) {
          for (const sort_by of ["colour", "id; drop table ui_users", "name desc", "constructor", "__proto__", ""]) {
            const query = new URLSearchParams({
              page: "1",
              sort_by,
              ...(/^\/api\/(manager|browser)\//.test(path) ? { context_id: contextId } : {})
            })
            const { body, status } = yield* ask(`${path}?${query}`, cookie)
            assert.deepStrictEqual([status, body.code], [422, "validation_failed"], `${path} ${sort_by}`)
          }
        }
      })
    )
  }
)
