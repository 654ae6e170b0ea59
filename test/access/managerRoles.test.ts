import { CreateBucketCommand, PutObjectCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { Caller, UiRole } from "#domain/platform/access/Caller.ts"
import type { Scope } from "#domain/platform/access/Scope.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { OwnedTokens } from "#services/identity/OwnedTokens.ts"
import { sessionAs, somebody } from "../rules/people.ts"
import type { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { contractEndpoints } from "../support/contractEndpoints.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { managedAccount, sandboxPlace } from "../support/managedAccount.ts"
import { WholeService } from "../support/WholeService.ts"
import { type Given, type ManagerRoute, managerRoutes } from "./managerRoutes.ts"

const routes = Object.entries(managerRoutes).map(([name, route]) => ({
  name,
  method: name.split(" ")[0]!,
  address: name.split(" ")[1]!,
  ...route
}))
type Route = (typeof routes)[number]
const changes = ({ method }: Route) => method !== "GET"

interface Role {
  readonly headers: Readonly<Record<string, string>>
  readonly context: string
  readonly answered: (route: Route, answer: string) => string
  readonly own: string | null
}

const always = (answer: string) => () => answer
const notFound = always("404 not_found")

const started = (browser: ConsoleBrowser, context: string, bucket: string) =>
  Effect.gen(function* () {
    const begun = yield* Effect.promise(() =>
      browser.post(`/api/manager/buckets/${bucket}/emptying?context_id=${context}`, {})
    )
    assert.strictEqual(begun.status, 201, begun.text)
    const read = Effect.promise(() => browser.get(`/api/manager/work/${begun.body["id"]}?context_id=${context}`))
    yield* Effect.repeat(Effect.delay(read, "50 millis"), { until: ({ body }) => body["state"] === "completed" })
    return begun.body["id"] as number
  })

const world = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { publicOrigin } = yield* Settings
  const { place } = yield* sandboxPlace
  const proxy = yield* gatewayProxy(place.url)
  const { browser, client, contextId, endpoint, otherContextId, person: ada } = yield* managedAccount(place, proxy.url)
  const [own] = place.accounts

  const session = (id: { readonly cookie: string; readonly csrf: string }) => ({
    cookie: id.cookie,
    origin: publicOrigin,
    "x-csrf-token": id.csrf
  })
  const user = Effect.fnUntraced(function* (role: UiRole, link: Readonly<Record<string, unknown>> | null) {
    const record = yield* somebody(role)
    if (link !== null) yield* sql`insert into user_associations ${sql.insert({ user_id: record.user.id, ...link })}`
    const opened = yield* (yield* Sessions).open(record, null)
    const headers = session({ cookie: `${cookieNames.access}=${Redacted.value(opened.access)}`, csrf: opened.csrf })
    return { record, headers }
  })
  const tokenOf = Effect.fnUntraced(function* (
    record: Effect.Success<ReturnType<typeof somebody>>,
    ...scopes: ReadonlyArray<Scope>
  ) {
    const caller: Extract<Caller, { readonly _tag: "Session" }> = sessionAs({
      session_id: crypto.randomUUID(),
      user: record.user,
      mfa_verified_at: null,
      authenticated_at: yield* DateTime.now
    })
    const { token } = yield* (yield* OwnedTokens).create(caller, { name: scopes.join(" "), scopes: [...scopes] })
    return { authorization: `Bearer ${token}`, origin: publicOrigin }
  })
  const connection = Effect.fnUntraced(function* (owner: number | null) {
    const made = yield* Effect.promise(() =>
      browser.post("/api/admin/s3-connections", {
        name: crypto.randomUUID(),
        storage_endpoint_id: endpoint.id,
        access_key: own!.accessKey,
        secret_key: own!.secretKey
      })
    )
    assert.strictEqual(made.status, 201, made.text)
    if (owner !== null) yield* sql`update s3_connections set owner_user_id = ${owner} where id = ${made.body["id"]}`
    return made.body["id"] as number
  })

  const manager = { rgw_account_id: Number(contextId), manager_role: "account_administrator" }
  const managing = yield* user("ui_user", manager)
  const toolless = yield* user("ui_user", manager)
  yield* sql`update ui_users set manager_tools = '{}' where id = ${toolless.record.user.id}`
  const shared = yield* connection(null)
  const member = yield* user("ui_user", { s3_connection_id: shared, manager_role: "account_administrator" })
  yield* sql`insert into user_associations
    ${sql.insert({ user_id: ada.user.id, s3_connection_id: shared, manager_role: "account_administrator" })}`
  const stranger = yield* user("ui_user", null)
  const privately = yield* connection(stranger.record.user.id)
  const { "x-csrf-token": _, ...withoutCsrf } = managing.headers

  const keys = yield* Effect.promise(async () => {
    const answer = await fetch(`${publicOrigin}/api/auth/login/s3`, {
      method: "POST",
      headers: { origin: publicOrigin, "content-type": "application/json" },
      body: JSON.stringify({ access_key: own!.accessKey, secret_key: own!.secretKey, endpoint_id: endpoint.id })
    })
    assert.strictEqual(answer.status, 200)
    return session({
      cookie: answer.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; "),
      csrf: ((await answer.json()) as { readonly csrf_token: string }).csrf_token
    })
  })

  const roles: Readonly<Record<string, Role>> = {
    nobody: {
      headers: { origin: publicOrigin },
      context: contextId,
      own: null,
      answered: always("401 unauthenticated")
    },
    "keys that were signed in with": {
      headers: keys,
      context: contextId,
      own: null,
      answered: always("401 unauthenticated")
    },
    "keys, in their own context": {
      headers: keys,
      context: "s3-session",
      own: null,
      answered: always("401 unauthenticated")
    },
    "somebody without any workspace": {
      headers: (yield* user("ui_none", manager)).headers,
      context: contextId,
      own: null,
      answered: always("403 workspace_unavailable")
    },
    "a user of the portal": {
      headers: (yield* user("ui_user", { rgw_account_id: Number(contextId), portal_role: "portal_manager" })).headers,
      context: contextId,
      own: null,
      answered: notFound
    },
    "a user of the portal who decides nothing there": {
      headers: (yield* user("ui_user", { rgw_account_id: Number(contextId), portal_role: "portal_user" })).headers,
      context: contextId,
      own: null,
      answered: notFound
    },
    "somebody without any link": { headers: stranger.headers, context: contextId, own: null, answered: notFound },
    "an administrator without a link": {
      headers: (yield* user("ui_superadmin", null)).headers,
      context: contextId,
      own: null,
      answered: notFound
    },
    "the manager of another account": {
      headers: (yield* user("ui_user", { ...manager, rgw_account_id: Number(otherContextId) })).headers,
      context: contextId,
      own: null,
      answered: notFound
    },
    "a manager in another's account": {
      headers: managing.headers,
      context: otherContextId,
      own: null,
      answered: notFound
    },
    "a manager in a shared connection that they are no member of": {
      headers: managing.headers,
      context: `conn-${shared}`,
      own: null,
      answered: notFound
    },
    "a manager in another's private connection": {
      headers: managing.headers,
      context: `conn-${privately}`,
      own: null,
      answered: notFound
    },
    "a member of a connection in the account behind it": {
      headers: member.headers,
      context: contextId,
      own: null,
      answered: notFound
    },
    "a manager without a CSRF value": {
      headers: withoutCsrf,
      context: contextId,
      own: null,
      answered: (route, answer) => (changes(route) ? "403 csrf_failed" : answer)
    },
    "a page of another origin": {
      headers: { ...managing.headers, origin: "https://evil.example.org" },
      context: contextId,
      own: null,
      answered: (route, answer) => (changes(route) ? "403 origin_mismatch" : answer)
    },
    "a manager without tools": {
      headers: toolless.headers,
      context: contextId,
      own: null,
      answered: ({ tool }, answer) => (tool === true ? "403 workspace_unavailable" : answer)
    },
    "a token that reads": {
      headers: yield* tokenOf(managing.record, "manager.read"),
      context: contextId,
      own: "reader",
      answered: ({ scope }, answer) => (scope === "read" ? answer : "403 insufficient_scope")
    },
    "a token that writes": {
      headers: yield* tokenOf(managing.record, "manager.write"),
      context: contextId,
      own: "writer",
      answered: ({ scope }, answer) => (scope === "write" ? answer : "403 insufficient_scope")
    },
    "a token for the Browser and the profile": {
      headers: yield* tokenOf(managing.record, "browser.read", "browser.write", "profile.read"),
      context: contextId,
      own: null,
      answered: always("403 insufficient_scope")
    },
    "a token of somebody without any link": {
      headers: yield* tokenOf(stranger.record, "manager.read", "manager.write"),
      context: contextId,
      own: null,
      answered: notFound
    },
    "a manager": { headers: managing.headers, context: contextId, own: "manager", answered: (_, answer) => answer },
    "a member of a shared connection": {
      headers: member.headers,
      context: `conn-${shared}`,
      own: "member",
      answered: ({ connection }, answer) => connection ?? answer
    }
  }
  return { browser, client, contextId, proxy, publicOrigin, roles, shared: `conn-${shared}`, sql }
})

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })("who may do what in the Manager", (it) => {
  it.effect("every route has its line in the table, which says its scope as the contract does", () =>
    Effect.sync(() => {
      assert.deepStrictEqual(
        Object.keys(managerRoutes).sort(),
        contractEndpoints(/^\/api\/manager\//)
          .map(({ name }) => name)
          .sort()
      )
      for (const { name, method, scope } of routes)
        if (method === "PUT" || method === "DELETE") assert.strictEqual(scope, "write", name)
    })
  )

  it.effect(
    "each route answers each role exactly what the table says, and whom it refuses " +
      "changes nothing and reaches no gateway",
    () =>
      Effect.gen(function* () {
        const { browser, client, contextId, proxy, publicOrigin, roles, shared, sql } = yield* world
        const nameOf = (route: Route, own: string) =>
          route.scope === "read" || !route.name.includes(":bucket_name")
            ? "looked-at"
            : `r${routes.indexOf(route)}-${own}`
        const owners = Object.values(roles).flatMap(({ own }) => (own === null ? [] : [own]))
        const buckets = [
          ...owners.map((own) => `waits-${own}`),
          ...new Set(routes.flatMap((route) => owners.map((own) => nameOf(route, own))))
        ]
        yield* Effect.forEach(
          buckets,
          (Bucket) =>
            Effect.promise(async () => {
              await client.send(new CreateBucketCommand({ Bucket }))
              await client.send(new PutObjectCommand({ Bucket, Key: "k", Body: "x" }))
            }),
          { concurrency: 8, discard: true }
        )
        const listed = Effect.forEach([contextId, shared], (context) =>
          Effect.promise(async () => {
            await browser.post(`/api/manager/buckets/cache/refresh?context_id=${context}`)
            return (await browser.get(`/api/manager/buckets?context_id=${context}&page=1`)).body["total_all"] as number
          })
        )
        yield* Effect.repeat(Effect.delay(listed, "100 millis"), {
          until: (totals) => totals.every((total) => total >= buckets.length)
        })

        const runs = new Map<string, number>()
        for (const context of [contextId, shared]) runs.set(context, yield* started(browser, context, "waits-reader"))
        const undone = routes.find(({ name }) => name.endsWith("/undo") && name.includes("history"))!
        const changed = new Map<string, number>()
        for (const { context, own } of Object.values(roles)) {
          if (own === null) continue
          const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
          const waits = yield* Effect.promise(() =>
            browser.send("PUT", `/api/manager/buckets/waits-${own}/quarantine?context_id=${context}`, { day })
          )
          assert.strictEqual(waits.status, 200, waits.text)
          const path = `/api/manager/buckets/${nameOf(undone, own)}/features/tags?context_id=${context}`
          const { version } = (yield* Effect.promise(() => browser.get(path))).body
          const saved = yield* Effect.promise(() =>
            browser.send("PUT", path, { value: { tags: [{ key: "a", value: "b" }] }, version })
          )
          assert.strictEqual(saved.status, 200, saved.text)
          changed.set(own, saved.body["change_id"])
        }

        const ask = (route: Route, { context, headers, own }: Role) =>
          Effect.promise(async () => {
            const given: Given = {
              bucket: nameOf(route, own ?? "manager"),
              quarantined: `waits-${own ?? "manager"}`,
              changeId: changed.get(own ?? "manager")!,
              runId: runs.get(own === "member" ? shared : contextId)!
            }
            const parts = route.address.replace(/:([a-z_]+)/g, (_, name: string) => String(filled(route, given)[name]))
            const query = [`context_id=${context}`, ...(route.query === undefined ? [] : [route.query(given)])].join(
              "&"
            )
            const leave = new AbortController()
            const response = await fetch(`${publicOrigin}${parts}?${query}`, {
              method: route.method,
              headers: { ...headers, ...(changes(route) ? { "content-type": "application/json" } : {}) },
              signal: leave.signal,
              ...(route.body === undefined ? {} : { body: JSON.stringify(route.body(given)) })
            })
            const code = response.ok ? "" : ((await response.json()) as { readonly code: string }).code
            leave.abort()
            return `${response.status} ${code}`.trim()
          })
        const told = Effect.fnUntraced(function* (wanted: (role: Role, route: Route) => boolean) {
          const wrong: Array<string> = []
          for (const [name, role] of Object.entries(roles)) {
            yield* Effect.forEach(
              routes.filter((route) => wanted(role, route)),
              (route) =>
                Effect.map(ask(route, role), (got) => {
                  const want = role.answered(route, route.answer)
                  if (got !== want) wrong.push(`${name}: ${route.name}: ${got} instead of ${want}`)
                }),
              { concurrency: 6, discard: true }
            )
          }
          return wrong
        })
        const kept = sql`select (select count(*)::int from gateway_intents) as intents,
          (select count(*)::int from work_runs) as runs, (select count(*)::int from feature_changes) as changes,
      (select count(*)::int from bucket_quarantines) as quarantines, (select count(*)::int from policy_tests) as tests`
        const granted = (role: Role, route: Route) => role.answered(route, route.answer) === route.answer

        const before = yield* kept
        const reached: Array<string> = []
        proxy.set((method, path) => {
          if (method !== "GET" && method !== "HEAD") reached.push(`${method} ${path}`)
          return "pass"
        })
        assert.deepStrictEqual(yield* told((role, route) => !granted(role, route)), [])
        assert.deepStrictEqual(reached, [])
        assert.deepStrictEqual(yield* kept, before)
        assert.deepStrictEqual(yield* told((role, route) => role.own !== null && granted(role, route)), [])
      }).pipe(Effect.scoped),
    { timeout: 180_000 }
  )
})

const filled = (route: ManagerRoute, given: Given) => route.path?.(given) ?? {}
