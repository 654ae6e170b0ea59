import { assert, layer } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { Api } from "#api/Api.ts"
import { ScopeControl } from "#api/Middleware.ts"
import { contextQuery, RequiredScope } from "#api/RequiredScope.ts"
import { assertAccessDeclared, type DeclaredAccess } from "#http/middleware/AccessDeclared.ts"
import { assertScopesDeclared } from "#http/middleware/ScopeDeclared.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { somebody } from "../rules/people.ts"
import { WholeService } from "../support/WholeService.ts"
import { addressOf } from "./addressOf.ts"

const account = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = crypto.randomUUID()
  const [endpoint] = yield* sql<{ id: number }>`
    insert into storage_endpoints (name, url, features_config, admin_access_key, admin_secret, created_at, updated_at)
    values (${name}, ${`http://${name}.example.org`}, '{"features":{"admin":{"enabled":true}}}', 'ADMIN',
      'sealed for ever', now(), now()) returning id`
  const [made] = yield* sql<{ id: number }>`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values (${name}, 'RGW00000000000000001', 'root', ${endpoint!.id}, 'AK', 'sealed for ever', now()) returning id`
  const key = `endpoint:${endpoint!.id}/owner:RGW00000000000000001`
  yield* sql`insert into bucket_listings (key, state, version, refreshed_at) values (${key}, 'complete', 1, now())`
  yield* sql`insert into bucket_listing_rows (key, tenant, name, has_statistics, generation, version)
    values (${key}, '', 'kept', false, 1, 1)`
  return made!.id
})

const browserOf = Effect.fnUntraced(function* (of: number | null, data: boolean) {
  const sql = yield* SqlClient.SqlClient
  const { publicOrigin } = yield* Settings
  const record = yield* somebody("ui_user")
  if (of !== null) {
    yield* sql`insert into user_associations (user_id, rgw_account_id, manager_role, allow_manager_browser_data_access)
      values (${record.user.id}, ${of}, 'account_administrator', ${data})`
  }
  const opened = yield* (yield* Sessions).open(record, null)
  return (method: string, path: string) =>
    Effect.promise(async () => {
      const response = await fetch(`${publicOrigin}${path}`, {
        method,
        headers: {
          cookie: `${cookieNames.access}=${Redacted.value(opened.access)}`,
          origin: publicOrigin,
          "x-csrf-token": opened.csrf,
          "content-type": "application/json"
        },
        ...(method === "GET" ? {} : { body: "{}" })
      })
      const body = (await response.json().catch(() => ({}))) as {
        readonly code?: string
        readonly items?: ReadonlyArray<{ readonly name: string }>
      }
      return { answer: `${response.status} ${body.code ?? ""}`.trim(), items: body.items ?? [] }
    })
})

const inContexts = Effect.gen(function* () {
  const contexts = yield* assertScopesDeclared(Api)
  return (yield* assertAccessDeclared(Api)).flatMap((endpoint) => {
    const scope = contexts.get(`${endpoint.group}/${endpoint.endpoint}`)
    return scope?._tag === "Context" ? [{ ...endpoint, workspace: scope.workspace }] : []
  })
}).pipe(Effect.orDie)

const sampleGroup = (query: Record<string, Schema.Top>) =>
  HttpApiGroup.make("sample").add(HttpApiEndpoint.get("read", "/sample", { query, success: Schema.String }))

layer(WholeService(), { excludeTestServices: true, timeout: "180 seconds" })("contexts", (it) => {
  it.effect("every endpoint with a context_id says in which workspace, and resolves it in one place", () =>
    Effect.gen(function* () {
      const endpoints = yield* inContexts
      assert.isAbove(endpoints.length, 20)
      for (const { path, workspace } of endpoints) assert.isTrue(path.startsWith(`/api/${workspace}/`), path)
    })
  )

  it.effect("an endpoint that is half declared stops the start", () =>
    Effect.gen(function* () {
      const half = [
        sampleGroup(contextQuery),
        sampleGroup(contextQuery).annotateEndpoints(RequiredScope, requireScope.context("manager")),
        sampleGroup(contextQuery).middleware(ScopeControl),
        sampleGroup({ other: Schema.String })
          .middleware(ScopeControl)
          .annotateEndpoints(RequiredScope, requireScope.context("manager"))
      ]
      for (const group of half) {
        const refused = yield* Effect.flip(assertScopesDeclared(HttpApi.make("sample").add(group)))
        assert.deepStrictEqual(refused.endpoints, ["GET /sample"])
      }
      const whole = sampleGroup(contextQuery)
        .middleware(ScopeControl)
        .annotateEndpoints(RequiredScope, requireScope.context("browser"))
      const declared = yield* Effect.orDie(assertScopesDeclared(HttpApi.make("sample").add(whole)))
      assert.deepStrictEqual([...declared], [["sample/read", requireScope.context("browser")]])
    })
  )

  it.effect(
    "another's context is not found, a malformed one cannot be read, none or two are not valid, everywhere",
    () =>
      Effect.gen(function* () {
        const theirs = yield* account
        const own = yield* account
        const send = yield* browserOf(own, true)
        const attack = Effect.fnUntraced(function* (endpoint: DeclaredAccess) {
          const at = (query: string) =>
            Effect.map(send(endpoint.method, `${addressOf(endpoint)}?${query}`), ({ answer }) => answer)
          const named = `${endpoint.method} ${endpoint.path}`
          for (const id of [
            String(theirs),
            `00${theirs}`,
            "987654321",
            "999999999999999",
            `s3u-${own}`,
            `conn-${own}`
          ]) {
            assert.strictEqual(yield* at(`context_id=${id}`), "404 not_found", `${named} ${id}`)
          }
          // contexts of endpoints are the operators'; only the Browser's routes know them
          const cluster = endpoint.path.startsWith("/api/browser/") ? "404 not_found" : "400 invalid_context"
          assert.strictEqual(yield* at("context_id=cluster-1"), cluster, `${named} cluster-1`)
          for (const id of ["", "-1", "null", "0", "1%00", "%ED%A0%80", "9".repeat(400)]) {
            assert.strictEqual(yield* at(`context_id=${id}`), "400 invalid_context", `${named} ${id}`)
          }
          for (const query of ["", `context_id=${own}&context_id=${theirs}`])
            assert.strictEqual(yield* at(query), "422 validation_failed", `${named} ${query}`)
        })
        yield* Effect.forEach(yield* inContexts, attack, { concurrency: 8, discard: true })
      })
  )

  it.effect("without the right to the data the Browser's endpoints find nothing, and the Manager's go on", () =>
    Effect.gen(function* () {
      const own = yield* account
      const send = yield* browserOf(own, false)
      for (const endpoint of (yield* inContexts).filter(({ workspace }) => workspace === "browser")) {
        const { answer } = yield* send(endpoint.method, `${addressOf(endpoint)}?context_id=${own}`)
        assert.strictEqual(answer, "404 not_found", `${endpoint.method} ${endpoint.path}`)
      }
      assert.strictEqual((yield* send("GET", `/api/manager/buckets?context_id=${own}&page=1`)).answer, "200")
    })
  )

  it.effect("what may be done in one is told with what its endpoint was found to do, and without asking it", () =>
    Effect.gen(function* () {
      const own = yield* account
      const send = yield* browserOf(own, false)
      const sql = yield* SqlClient.SqlClient
      const detected = {
        cluster_id: null,
        suggested: { features: {} },
        checked_at: "2026-11-20T10:00:00.000Z",
        evidence: [
          {
            feature: "admin",
            available: true,
            evidence: "GET /admin/info answered the cluster id",
            checked_at: "2026-11-20T10:00:00.000Z"
          }
        ]
      }
      yield* sql`update storage_endpoints set detected = ${JSON.stringify(detected)}::text::jsonb
        where id = (select storage_endpoint_id from rgw_accounts where id = ${own})`
      const { answer, items } = yield* send("GET", `/api/manager/context-capabilities?context_id=${own}`)
      assert.strictEqual(answer, "200")
      const told: ReadonlyArray<Record<string, unknown>> = items
      assert.deepStrictEqual(
        told.map(({ available, name }) => `${name} ${available}`),
        [
          "buckets true",
          "objects false",
          "admin_ops true",
          "iam false",
          "topics false",
          "usage false",
          "static_website false",
          "replication false"
        ]
      )
      assert.deepInclude(told[2], {
        evidence: "GET /admin/info answered the cluster id",
        checked_at: "2026-11-20T10:00:00.000Z"
      })
    })
  )

  it.effect("leading zeros name the canonical context", () =>
    Effect.gen(function* () {
      const own = yield* account
      const send = yield* browserOf(own, true)
      const { answer, items } = yield* send("GET", `/api/manager/buckets?context_id=000${own}&page=1`)
      assert.deepStrictEqual([answer, items.map(({ name }) => name)], ["200", ["kept"]])
    })
  )

  it.effect(
    "rights are known and pages are read without opening a credential: one that cannot be opened harms neither",
    () =>
      Effect.gen(function* () {
        const own = yield* account
        const send = yield* browserOf(own, true)
        for (const path of [
          `/api/manager/buckets?context_id=${own}&page=1`,
          `/api/browser/buckets/search?context_id=${own}`,
          `/api/manager/buckets/kept?context_id=${own}`,
          `/api/manager/usage-stats/latest?context_id=${own}`
        ]) {
          assert.strictEqual((yield* send("GET", path)).answer, "200", path)
        }
        assert.strictEqual(
          (yield* send("GET", `/api/browser/buckets/kept/objects?context_id=${own}`)).answer,
          "500 internal",
          "where the gateway is called it is opened"
        )
      })
  )
})
