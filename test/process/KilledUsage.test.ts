import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { freshSandbox } from "../layers/sandbox/support.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { freePort } from "../support/freePort.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { holderOfPort } from "../support/holderOfPort.ts"
import { startService } from "../support/ServiceProcess.ts"
import { SoftAuthenticator } from "../support/SoftAuthenticator.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

const key = () => randomBytes(32).toString("base64url")

const replicas = Effect.gen(function* () {
  const gateway = yield* freshSandbox()
  const proxy = yield* gatewayProxy(gateway.url)
  const [one, other, ...runners] = yield* Effect.promise(() =>
    Promise.all([freePort(), freePort(), freePort(), freePort()])
  )
  const origin = `http://localhost:${one}`
  const shared = {
    DATABASE_URL: yield* TestDatabase.url,
    PUBLIC_ORIGIN: origin,
    RUNNER_HOST: "127.0.0.1",
    SANDBOX_GATEWAY: "false",
    GATEWAY_TIMEOUT_SECONDS: "120",
    UI_JWT_KEYS: key(),
    API_JWT_KEYS: key(),
    JWT_KEYS: key(),
    CREDENTIAL_KEYS: key()
  }
  const start = (port: number, runner: number) =>
    Effect.acquireRelease(
      Effect.promise(() => startService({ port, env: { ...shared, RUNNER_PORT: String(runner) } })),
      (service) => Effect.promise(() => service.stop("SIGKILL"))
    )
  const first = yield* start(one, runners[0])
  // of replicas that start together the first one prints the link
  const second = yield* start(other, runners[1])
  const browser = new ConsoleBrowser(origin)
  const account = yield* Effect.promise(async () => {
    await browser.send(
      "POST",
      "/api/auth/bootstrap",
      { email: "ada@example.org", full_name: "Ada", password: "correct horse battery staple" },
      {
        "x-service-bootstrap-token": first.setupLink?.split("token=")[1] ?? ""
      }
    )
    const options = await browser.post("/api/auth/webauthn/registration/options")
    await browser.post("/api/auth/webauthn/registration/verify", {
      name: "key",
      response: new SoftAuthenticator(origin).create(options.body as never)
    })
    const endpoint = await browser.post("/api/admin/storage-endpoints", {
      name: "gateway",
      url: proxy.url,
      admin_access_key: gateway.admin.accessKey,
      admin_secret_key: gateway.admin.secretKey,
      features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
    })
    const session = await browser.get("/api/auth/session")
    return browser.post("/api/admin/accounts", {
      storage_endpoint_id: endpoint.body["id"],
      name: "team",
      user_links: [{ user_id: session.body["user"].id, manager_role: "account_administrator" }]
    })
  })
  assert.strictEqual(account.status, 201, account.text)
  const context = String(account.body["id"])
  const at = (service: typeof first, port: number) => {
    const there = new ConsoleBrowser(origin, `http://localhost:${port}`)
    for (const [name, cookie] of browser.cookies) there.cookies.set(name, cookie)
    there.csrf = browser.csrf
    const cookie = Array.from(browser.cookies, ([name, { value }]) => `${name}=${value}`).join("; ")
    const recount = () =>
      Effect.acquireRelease(
        Effect.promise(() =>
          EventConnection.open(
            `http://localhost:${port}/api/manager/usage-stats/stream?depth=contents&context_id=${context}`,
            { cookie, origin, "x-csrf-token": browser.csrf ?? "" },
            {}
          )
        ),
        (watcher) => Effect.sync(() => watcher.close())
      )
    return {
      service,
      recount,
      ask: (method: string, path: string, body?: unknown) =>
        Effect.promise(() => there.send(method, `/api/manager${path}?context_id=${context}`, body))
    }
  }
  return { proxy, sides: [at(first, one), at(second, other)] as const }
})

const percents = (watcher: EventConnection) =>
  watcher.frames.flatMap(({ data, event }) =>
    event === "progress" ? [(data as { readonly percent: number }).percent] : []
  )

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("a recount of two replicas", (it) => {
  it.effect(
    "is one for the watchers of both; when the replica that counts is killed, the other counts anew, once, for " +
      "those who are left",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { proxy, sides } = yield* replicas
          for (const name of ["a", "b", "c"])
            assert.strictEqual((yield* sides[0].ask("POST", "/buckets", { name: `counted-${name}` })).status, 201)
          let statistics = 0
          let held = false
          const gate = Promise.withResolvers<void>()
          proxy.set((method, path) => {
            if (
              method === "GET" &&
              path.startsWith("/admin/bucket?") &&
              path.includes("uid=") &&
              path.includes("stats=")
            )
              statistics += 1
            if (held || !path.startsWith("/counted-")) return "pass"
            held = true
            return { until: gate.promise, next: "cut" }
          })
          const watchers = [yield* sides[0].recount(), yield* sides[1].recount()] as const
          for (const watcher of watchers)
            yield* Effect.promise(() =>
              watcher.received(
                ({ data, event }) => event === "progress" && (data as { readonly stage: string }).stage === "contents",
                60_000
              )
            )
          while (proxy.heldFrom.length === 0) yield* Effect.sleep("20 millis")
          assert.strictEqual(statistics, 1, "one computation, whichever replica somebody watches through")

          const pids = sides.map(({ service }) => service.child.pid ?? 0)
          const counts = pids.indexOf(holderOfPort(proxy.heldFrom[0] ?? 0, pids) ?? -1)
          assert.include([0, 1], counts, "one of the two asks the gateway")
          const [counting, left] = counts === 0 ? ([0, 1] as const) : ([1, 0] as const)
          yield* Effect.promise(() => sides[counting].service.stop("SIGKILL"))
          assert.strictEqual(
            yield* Effect.promise(() => watchers[counting].over),
            "cut",
            "who watched through it is cut off, and asks again"
          )
          gate.resolve()

          assert.strictEqual(yield* Effect.promise(() => watchers[left].over), "ended")
          const { frames } = watchers[left]
          assert.deepStrictEqual(
            frames.slice(-2).map(({ event }) => event),
            ["result", "done"],
            JSON.stringify(frames)
          )
          assert.strictEqual(statistics, 2, "once more, by whoever took over")
          assert.deepStrictEqual(
            percents(watchers[left]),
            percents(watchers[left]).toSorted((a, b) => a - b),
            "what was told of it does not fall back"
          )
          const { snapshot } = (yield* sides[left].ask("GET", "/usage-stats/latest")).body
          assert.deepStrictEqual(snapshot, frames.at(-2)?.data)
          assert.isNull(
            snapshot.contents.prefixes,
            "who may not browse is told no names of keys, in the stream neither"
          )
          assert.deepStrictEqual(
            [snapshot.statistics.bucket_count, snapshot.contents.buckets],
            [3, { whole: 3, partial: 0, failed: 0, never: 0 }]
          )
        })
      ),
    240_000
  )
})
