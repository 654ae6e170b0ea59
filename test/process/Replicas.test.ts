import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { cookieNames } from "#http/sessionCookies.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { freePort } from "../support/freePort.ts"
import { startService } from "../support/ServiceProcess.ts"
import { SoftAuthenticator } from "../support/SoftAuthenticator.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

const key = () => randomBytes(32).toString("base64url")

const makeReplicas = Effect.gen(function* () {
  const ports = yield* Effect.promise(() => Promise.all([freePort(), freePort(), freePort(), freePort()]))
  const shared = {
    DATABASE_URL: yield* TestDatabase.url,
    PUBLIC_ORIGIN: `http://localhost:${ports[0]}`,
    RUNNER_HOST: "127.0.0.1",
    SANDBOX_GATEWAY: "false",
    UI_JWT_KEYS: key(),
    API_JWT_KEYS: key(),
    JWT_KEYS: key(),
    CREDENTIAL_KEYS: key()
  }
  const start = (port: number, runnerPort: number) =>
    Effect.acquireRelease(
      Effect.promise(() => startService({ port, env: { ...shared, RUNNER_PORT: String(runnerPort) } })),
      (service) => Effect.promise(() => service.stop("SIGKILL"))
    )
  const first = yield* start(ports[0], ports[2])
  const second = yield* start(ports[1], ports[3])
  return { first, second, origin: shared.PUBLIC_ORIGIN, elsewhere: `http://localhost:${ports[1]}` }
})

class Replicas extends Context.Service<Replicas, Effect.Success<typeof makeReplicas>>()("test/process/Replicas") {
  static readonly layer = Layer.effect(Replicas, makeReplicas).pipe(Layer.provideMerge(TestDatabase.layer))
}

layer(Replicas.layer, { excludeTestServices: true, timeout: "240 seconds" })("two replicas", (it) => {
  it.effect("a refresh value that is replayed at one of them ends the session at the other within a second", () =>
    Effect.gen(function* () {
      const { elsewhere, first, origin, second } = yield* Replicas
      assert.isUndefined(second.setupLink, "replicas that start together print one link")
      const browser = new ConsoleBrowser(origin)
      yield* Effect.promise(async () => {
        const token = first.setupLink?.split("token=")[1] ?? ""
        await browser.send(
          "POST",
          "/api/auth/bootstrap",
          { email: "ada@example.org", full_name: "Ada", password: "correct horse battery staple" },
          {
            "x-service-bootstrap-token": token
          }
        )
        const authenticator = new SoftAuthenticator(origin)
        const options = await browser.post("/api/auth/webauthn/registration/options")
        await browser.post("/api/auth/webauthn/registration/verify", {
          name: "key",
          response: authenticator.create(options.body as never)
        })
      })
      const there = new ConsoleBrowser(origin, elsewhere)
      for (const [name, cookie] of browser.cookies) there.cookies.set(name, cookie)
      assert.strictEqual((yield* Effect.promise(() => there.get("/api/me/security"))).status, 200)

      const used = browser.cookies.get(cookieNames.refresh)
      assert.strictEqual((yield* Effect.promise(() => browser.post("/api/auth/refresh"))).status, 200)
      const renewed = browser.cookies.get(cookieNames.access)
      if (used !== undefined) browser.cookies.set(cookieNames.refresh, used)
      const replayed = yield* Effect.promise(() => browser.post("/api/auth/refresh"))
      assert.strictEqual(replayed.code, "session_revoked")
      const began = performance.now()
      if (renewed !== undefined) there.cookies.set(cookieNames.access, renewed)
      assert.strictEqual((yield* Effect.promise(() => there.get("/api/me/security"))).code, "session_revoked")
      assert.isBelow(performance.now() - began, 1000, "the rule's own second, with the request in it")
    })
  )

  it.effect(
    "what a killed one did is done by the other within ten seconds, whichever looked after them",
    () =>
      Effect.gen(function* () {
        const { first } = yield* Replicas
        const sql = yield* SqlClient.SqlClient
        const held = Effect.map(
          sql<{ readonly places: number }>`select count(*)::int as places from pg_locks
        where locktype = 'advisory' and objsubid = 2 and granted
          and database = (select oid from pg_database where datname = current_database())
        group by pid having count(*) > 4 order by 1 desc`,
          (rows) => rows.map(({ places }) => places)
        )
        const until = (wanted: (places: ReadonlyArray<number>) => boolean) =>
          Effect.repeat(held, { until: wanted, schedule: Schedule.spaced("100 millis") })
        yield* until((places) => places.length === 2 && places.reduce((sum, one) => sum + one, 0) === 64)
        const began = performance.now()
        yield* Effect.promise(() => first.stop("SIGKILL"))
        yield* until((places) => places.length === 1 && places[0] === 64).pipe(Effect.timeout("60 seconds"))
        const seconds = (performance.now() - began) / 1000
        console.log(`its places were taken over after ${seconds.toFixed(1)} s`)
        assert.isBelow(seconds, 10)
      }),
    180_000
  )
})
