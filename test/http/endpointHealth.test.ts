import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { createServer, type Server } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo } from "node:net"
import type { UiRole } from "#domain/platform/access/Caller.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { somebody } from "../rules/people.ts"
import { certificateAuthority, opensslLack } from "../support/certificates.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { freePort } from "../support/freePort.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { internalToken, WholeService } from "../support/WholeService.ts"

const greeting =
  '<?xml version="1.0"?><ListAllMyBucketsResult ' +
  'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></ListAllMyBucketsResult>'

const open = (server: Server) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<number>((resolve) =>
          server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
        )
    ),
    () =>
      Effect.promise(
        () =>
          new Promise<void>((resolve) => {
            server.closeAllConnections()
            server.close(() => resolve())
          })
      )
  )
const gateway = (delay: () => number | null, status = 200, body = greeting) =>
  Effect.map(
    open(
      createServer((_, response) => {
        const wait = delay()
        if (wait !== null)
          setTimeout(() => response.writeHead(status, { "content-type": "application/xml" }).end(body), wait)
      })
    ),
    (port) => `http://127.0.0.1:${port}`
  )

const admin = Effect.fnUntraced(function* (role: UiRole = "ui_superadmin") {
  const { publicOrigin } = yield* Settings
  const opened = yield* (yield* Sessions).open(yield* somebody(role), yield* DateTime.now)
  const browser = new ConsoleBrowser(publicOrigin)
  browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)
  return { browser, cookie: `${cookieNames.access}=${Redacted.value(opened.access)}` }
})

const add = Effect.fnUntraced(function* (name: string, url: string, features = '{"features": {}}') {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: number }>`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
      values (${name}, ${url}, ${features}::text::jsonb, now(), now()) returning id`
  return row!.id
})
const none = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`delete from storage_endpoints`)

const check = Effect.flatMap(Settings, ({ publicOrigin }) =>
  Effect.promise(async () => {
    const answer = await fetch(`${publicOrigin}/api/internal/storage-endpoints/check`, {
      method: "POST",
      headers: { "x-internal-token": internalToken }
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  })
)
const metrics = Effect.flatMap(Settings, ({ publicOrigin }) =>
  Effect.promise(async () => (await fetch(`${publicOrigin}/metrics`)).text())
)
const health = (browser: ConsoleBrowser, id: number, more = "") =>
  Effect.promise(() => browser.get(`/api/admin/storage-endpoints/${id}/health${more}`))

interface Frame {
  readonly endpoints: ReadonlyArray<{
    readonly id: number
    readonly health: { readonly state: string } | null
    readonly open_incident: { readonly cause: string } | null
  }>
}

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })(
  "the health of storage endpoints",
  (it) => {
    it.effect(
      "fast, failing, foreign, hanging and dead gateways are told apart, and the hanging one delays nobody",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* none
            const { browser } = yield* admin()
            const fast = yield* add("Fast", yield* gateway(() => 0))
            const slow = yield* add("Slow", yield* gateway(() => 2_300))
            const failing = yield* add("Failing", yield* gateway(() => 0, 503))
            const foreign = yield* add("Foreign", yield* gateway(() => 0, 200, "<html>Sign in</html>"))
            const hanging = yield* add("Hanging", yield* gateway(() => null))
            const dead = yield* add("Dead", `http://127.0.0.1:${yield* Effect.promise(freePort)}`)
            const told = yield* add(
              "Told",
              `http://127.0.0.1:${yield* Effect.promise(freePort)}`,
              JSON.stringify({
                features: {
                  healthcheck: {
                    enabled: true,
                    healthcheck_url: `${yield* gateway(() => 0, 200, "OK")}/swift/healthcheck`
                  }
                }
              })
            )
            const sql = yield* SqlClient.SqlClient
            const began = Date.now()
            const running = yield* Effect.forkChild(check)
            let early = 0
            while (Date.now() - began < 4_000 && early < 1) {
              yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 50)))
              const [row] = yield* sql<{
                count: number
              }>`select count(*)::int as count from endpoint_checks where storage_endpoint_id = ${fast}`
              early = row!.count
            }
            assert.strictEqual(early, 1)
            const [hung] = yield* sql<{
              count: number
            }>`select count(*)::int as count from endpoint_checks where storage_endpoint_id = ${hanging}`
            assert.strictEqual(hung!.count, 0)
            const { body, status } = yield* Fiber.join(running)
            assert.strictEqual(status, 200)
            assert.deepInclude(body, { status: "completed", checked_count: 7, down_count: 4 })
            const states = yield* Effect.promise(
              async () =>
                (await browser.get("/api/admin/storage-endpoints")).body as unknown as ReadonlyArray<{
                  id: number
                  health: { state: string; error: string | null }
                }>
            )
            assert.deepStrictEqual(
              [fast, slow, failing, foreign, hanging, dead, told].map((id) => {
                const { health } = states.find((one) => one.id === id)!
                return [health.state, health.error]
              }),
              [
                ["up", null],
                ["degraded", null],
                ["down", "gateway_failing"],
                ["down", "not_s3"],
                ["down", "no_answer"],
                ["down", "unreachable"],
                ["up", null]
              ]
            )
          })
        ),
      60_000
    )

    if (opensslLack() === undefined) {
      it.effect(
        "a certificate that nobody vouches for is a cause of its own, unless the endpoint is not verified",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              yield* none
              const { browser } = yield* admin()
              const { certificate, key } = certificateAuthority(yield* temporaryFolder()).issue("localhost")
              const port = yield* open(
                createTlsServer({ key, cert: certificate }, (_, response) => response.end(greeting))
              )
              const id = yield* add("Strange", `https://localhost:${port}`)
              const seen = yield* health(browser, id)
              assert.deepInclude(seen.body, { state: "down", error: "certificate_refused" })
              const sql = yield* SqlClient.SqlClient
              yield* sql`update storage_endpoints set verify_tls = false, health = null where id = ${id}`
              assert.deepInclude((yield* health(browser, id)).body, { state: "up", error: null })
            })
          )
      )
    }

    it.effect("neither count for the breaker of people’s calls nor are stopped by it", () =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* none
          let asked = 0
          const url = yield* gateway(() => {
            asked++
            return 0
          }, 503)
          const { browser } = yield* admin()
          const id = yield* add("Failing", url)
          for (let time = 0; time < 8; time++) assert.strictEqual((yield* check).status, 200)
          assert.strictEqual(asked, 8, "each run asked: no breaker was in the way")
          // only the guard has breakers, and it saw no call
          const told = yield* metrics
          assert.notMatch(told, new RegExp(`gateway_calls_total\\{[^}]*endpoint="endpoint:${id}"`))
          assert.match(
            told,
            new RegExp(`stowage_endpoint_checks_total\\{[^}]*endpoint="endpoint:${id}"[^}]*state="down"[^}]*\\} 8`)
          )
          assert.strictEqual((yield* health(browser, id)).body["state"], "down")
        })
      )
    )

    it.effect(
      "are told live, to all who look, whichever way they were found out",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* none
            const { cookie } = yield* admin("ui_admin")
            let up = true
            const id = yield* add("North", yield* gateway(() => 0))
            const flapping = yield* add(
              "South",
              yield* Effect.map(
                open(
                  createServer((_, response) => {
                    response.writeHead(up ? 200 : 500).end(greeting)
                  })
                ),
                (port) => `http://127.0.0.1:${port}`
              )
            )
            const { publicOrigin } = yield* Settings
            const stream = yield* Effect.promise(() =>
              EventConnection.open(`${publicOrigin}/api/admin/storage-endpoints/health/stream`, { cookie })
            )
            const until = (sees: (known: ReadonlyMap<number, Frame["endpoints"][number]>) => boolean) =>
              Effect.promise(async () => {
                const end = Date.now() + 10_000
                for (;;) {
                  const known = new Map(
                    stream.frames.flatMap(({ data }) => (data as Frame).endpoints.map((one) => [one.id, one] as const))
                  )
                  if (sees(known)) return known
                  if (Date.now() > end) throw new Error(`never seen: ${JSON.stringify([...known.values()])}`)
                  await new Promise((resolve) => setTimeout(resolve, 25))
                }
              })
            const first = yield* until((known) => known.size === 2)
            assert.isNull(first.get(id)!.health)
            yield* check
            yield* until(
              (known) => known.get(id)?.health?.state === "up" && known.get(flapping)?.health?.state === "up"
            )
            up = false
            for (let time = 0; time < 3; time++) yield* check
            const failed = yield* until((known) => known.get(flapping)?.open_incident !== null)
            assert.strictEqual(failed.get(flapping)!.open_incident!.cause, "gateway_failing")
            const { browser } = yield* admin()
            const summary = yield* Effect.promise(() => browser.get("/api/admin/stats/summary"))
            assert.deepInclude(summary.body["open_incidents"][0], {
              storage_endpoint_id: flapping,
              name: "South",
              summary: "The gateway answers, but fails (HTTP 500)"
            })
            assert.match(
              yield* metrics,
              new RegExp(`stowage_endpoint_incident_open\\{endpoint="endpoint:${flapping}"\\} 1\n`)
            )
            up = true
            for (let time = 0; time < 2; time++) yield* check
            yield* until(
              (known) => known.get(flapping)?.open_incident === null && known.get(flapping)?.health?.state === "up"
            )
            assert.match(yield* metrics, new RegExp(`stowage_endpoint_up\\{endpoint="endpoint:${flapping}"\\} 1\n`))
            stream.request.destroy()
          })
        ),
      60_000
    )

    it.effect("incidents come by pages, newest first; another endpoint’s are not among them", () =>
      Effect.gen(function* () {
        yield* none
        const { browser } = yield* admin()
        const id = yield* add("North", "http://127.0.0.1:9")
        const other = yield* add("South", "http://127.0.0.1:10")
        const sql = yield* SqlClient.SqlClient
        yield* sql`
      insert into endpoint_incidents (storage_endpoint_id, started_at, ended_at, cause, summary)
      select e, now() - n * interval '1 day', now() - n * interval '1 day' + interval '1 hour', 'unreachable', 'n' || n
      from generate_series(1, 25) n, unnest(array[${id}::int, ${other}::int]) e`
        const found: Array<number> = []
        for (let cursor = ""; ; ) {
          const { body } = yield* health(browser, id, `/incidents?limit=10${cursor}`)
          found.push(
            ...body["items"].map((one: { id: number; storage_endpoint_id: number }) => {
              assert.strictEqual(one.storage_endpoint_id, id)
              return one.id
            })
          )
          if (body["next_cursor"] === null) break
          cursor = `&cursor=${body["next_cursor"]}`
        }
        assert.lengthOf(found, 25)
        assert.deepStrictEqual(
          found,
          found.toSorted((one, next) => next - one)
        )
      })
    )

    it.effect("bad questions are refused where they stand, and people without the role", () =>
      Effect.gen(function* () {
        yield* none
        const { browser } = yield* admin()
        const id = yield* add("North", "http://127.0.0.1:9")
        const statusOf = (path: string) =>
          Effect.map(
            Effect.promise(() => browser.get(`/api/admin/storage-endpoints/${path}`)),
            ({ status }) => status
          )
        for (const path of [
          `${id}/health/history?range=1y`,
          `${id}/health/history?range=`,
          `${id}/health/history?days=3`,
          `${id}/health/incidents?limit=0`,
          `${id}/health/incidents?cursor=none`,
          "99999999999/health",
          "x/health/history"
        ]) {
          assert.strictEqual(yield* statusOf(path), 422, path)
        }
        for (const path of ["99999/health", "99999/health/history", "99999/health/incidents"])
          assert.strictEqual(yield* statusOf(path), 404, path)
        const { browser: nobody } = yield* admin("ui_user")
        for (const path of [`${id}/health`, `${id}/health/history`, `${id}/health/incidents`, "health/stream"]) {
          assert.strictEqual(
            (yield* Effect.promise(() => nobody.get(`/api/admin/storage-endpoints/${path}`))).status,
            403,
            path
          )
        }
        const { publicOrigin } = yield* Settings
        const unasked = yield* Effect.promise(() =>
          fetch(`${publicOrigin}/api/internal/storage-endpoints/check`, { method: "POST" })
        )
        assert.strictEqual(unasked.status, 401)
      })
    )

    it.effect("coordinates and tags are checked by the service: ranges, finite numbers, no NUL, no unknown field", () =>
      Effect.gen(function* () {
        yield* none
        const { browser } = yield* admin()
        const body = { name: "North", url: "http://127.0.0.1:9", features_config: { features: {} } }
        const tried = (more: object) =>
          Effect.promise(() => browser.send("POST", "/api/admin/storage-endpoints", { ...body, ...more }))
        for (const [field, value] of Object.entries({
          latitude: [91, -90.1, "46.2", true, []],
          longitude: [181, -180.5, "6", {}],
          tags: [
            "north",
            [""],
            ["\u0000"],
            ["a\nb"],
            ["x".repeat(65)],
            [1],
            [null],
            Array.from({ length: 51 }, (_, at) => `t${at}`)
          ]
        }).flatMap(([field, values]) => values.map((value) => [field, value] as const))) {
          const { body, status } = yield* tried({ [field]: value })
          assert.strictEqual(status, 422, `${field}: ${JSON.stringify(value)}`)
          assert.strictEqual(body["errors"][0].path[1], field, JSON.stringify(body["errors"]))
        }
        for (const unknown of ["lat", "source", "coordinates", "admin_endpoint"])
          assert.strictEqual((yield* tried({ [unknown]: 1 })).status, 422, unknown)
        const raw = yield* Effect.flatMap(Settings, ({ publicOrigin }) =>
          Effect.promise(async () => {
            const { csrf_token } = await browser.session()
            const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ")
            return (
              await fetch(`${publicOrigin}/api/admin/storage-endpoints`, {
                method: "POST",
                headers: {
                  cookie,
                  origin: publicOrigin,
                  "x-csrf-token": csrf_token,
                  "content-type": "application/json"
                },
                body: `{"name":"North","url":"http://127.0.0.1:9","features_config":{"features":{}},"latitude":1e400}`
              })
            ).status
          })
        )
        assert.strictEqual(raw, 422, "an infinite number")
        const made = yield* tried({ latitude: -90, longitude: 180, tags: [" north ", "südlich"] })
        assert.deepStrictEqual(
          [made.status, made.body["latitude"], made.body["longitude"], made.body["tags"]],
          [201, -90, 180, ["north", "südlich"]]
        )
        const cleared = yield* Effect.promise(() =>
          browser.send("PUT", `/api/admin/storage-endpoints/${made.body["id"]}`, {
            latitude: null,
            longitude: null,
            tags: []
          })
        )
        assert.deepStrictEqual([cleared.status, cleared.body["latitude"], cleared.body["tags"]], [200, null, []])
      })
    )
  }
)

layer(WholeService({ endpointStatus: { enabled: false, checkDays: 7, historyDays: 365 } }), {
  excludeTestServices: true,
  timeout: "120 seconds"
})("FEATURE_ENDPOINT_STATUS_ENABLED=false", (it) => {
  it.effect("nothing is checked, found or told, and the console knows", () =>
    Effect.gen(function* () {
      const { browser } = yield* admin()
      const id = yield* add("North", "http://127.0.0.1:9")
      for (const path of [`${id}/health`, `${id}/health/history`, `${id}/health/incidents`, "health/stream"]) {
        const { body, status } = yield* Effect.promise(() => browser.get(`/api/admin/storage-endpoints/${path}`))
        assert.deepStrictEqual([status, body["code"]], [404, "not_found"], path)
      }
      assert.deepInclude((yield* check).body, { status: "skipped", reason: "disabled" })
      assert.notMatch(yield* metrics, /stowage_endpoint_up\{/)
      assert.deepStrictEqual((yield* Effect.promise(() => browser.session()))["features"], { endpoint_status: false })
      const summary = yield* Effect.promise(() => browser.get("/api/admin/stats/summary"))
      assert.deepStrictEqual(summary.body["endpoints"], { total: 1, up: 0, degraded: 0, down: 0, unchecked: 1 })
    })
  )
})
