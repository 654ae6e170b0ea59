import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { cookieNames } from "#http/sessionCookies.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { freePort } from "../support/freePort.ts"
import { startService } from "../support/ServiceProcess.ts"
import { SoftAuthenticator } from "../support/SoftAuthenticator.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

const key = () => randomBytes(32).toString("base64url")

/** Two processes of one installation on one database. */
const replicas = Effect.gen(function*() {
  const ports = yield* Effect.promise(() => Promise.all([freePort(), freePort(), freePort(), freePort()]))
  const shared = {
    DATABASE_URL: yield* TestDatabase.url, PUBLIC_ORIGIN: `http://localhost:${ports[0]}`, RUNNER_HOST: "127.0.0.1", SANDBOX_GATEWAY: "false",
    UI_JWT_KEYS: key(), API_JWT_KEYS: key(), JWT_KEYS: key(), CREDENTIAL_KEYS: key()
  }
  const start = (port: number, runnerPort: number) =>
    Effect.acquireRelease(
      Effect.promise(() => startService({ port, env: { ...shared, RUNNER_PORT: String(runnerPort) } })),
      (service) => Effect.promise(() => service.stop("SIGKILL"))
    )
  yield* start(ports[0], ports[2])
  // each start of an empty installation issues a link, and ends the one before
  const { setupLink } = yield* start(ports[1], ports[3])
  return { setupLink, origin: shared.PUBLIC_ORIGIN, elsewhere: `http://localhost:${ports[1]}` }
})

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("two replicas", (it) => {
  it.effect("a refresh value that is replayed at one of them ends the session at the other within a second", () => Effect.gen(function*() {
    const { elsewhere, origin, setupLink } = yield* replicas
    const browser = new ConsoleBrowser(origin)
    yield* Effect.promise(async () => {
      const token = setupLink?.split("token=")[1] ?? ""
      await browser.send("POST", "/api/auth/bootstrap", { email: "ada@example.org", full_name: "Ada", password: "correct horse battery staple" }, {
        "x-service-bootstrap-token": token
      })
      const authenticator = new SoftAuthenticator(origin)
      const options = await browser.post("/api/auth/webauthn/registration/options")
      await browser.post("/api/auth/webauthn/registration/verify", { name: "key", response: authenticator.create(options.body as never) })
    })
    // the same cookies at the other process, which the same origin stands for
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
  }))
})
