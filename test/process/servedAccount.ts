import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { account, client as clientOf, freshSandbox } from "../layers/sandbox/support.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { freePort } from "../support/freePort.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { startService } from "../support/ServiceProcess.ts"
import { SoftAuthenticator } from "../support/SoftAuthenticator.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

const key = () => randomBytes(32).toString("base64url")

/**
 * A service in a process of its own, which a test may kill and start again, with its first administrator in a browser, and a
 * gateway of the test's own behind a proxy that the service does not know yet.
 */
export const servedAdministrator = Effect.gen(function*() {
  const gateway = yield* freshSandbox()
  const proxy = yield* gatewayProxy(gateway.url)
  const port = yield* Effect.promise(freePort)
  const env = {
    DATABASE_URL: yield* TestDatabase.url, PUBLIC_ORIGIN: `http://localhost:${port}`, SANDBOX_GATEWAY: "false", GATEWAY_TIMEOUT_SECONDS: "4",
    UI_JWT_KEYS: key(), API_JWT_KEYS: key(), JWT_KEYS: key(), CREDENTIAL_KEYS: key()
  }
  const start = Effect.acquireRelease(Effect.promise(() => startService({ port, env })), (service) => Effect.promise(() => service.stop("SIGKILL")))
  const first = yield* start
  const browser = new ConsoleBrowser(env.PUBLIC_ORIGIN)
  yield* Effect.promise(async () => {
    await browser.send("POST", "/api/auth/bootstrap", { email: "ada@example.org", full_name: "Ada", password: "correct horse battery staple" }, {
      "x-service-bootstrap-token": first.setupLink?.split("token=")[1] ?? ""
    })
    const options = await browser.post("/api/auth/webauthn/registration/options")
    await browser.post("/api/auth/webauthn/registration/verify", { name: "key", response: new SoftAuthenticator(env.PUBLIC_ORIGIN).create(options.body as never) })
  })
  return { browser, first, gateway, proxy, start }
})

/** The same with its gateway registered as an endpoint; answers the endpoint's id as well. */
export const servedEndpoint = Effect.gen(function*() {
  const served = yield* servedAdministrator
  const { browser, gateway, proxy } = served
  const endpoint = yield* Effect.promise(() => browser.post("/api/admin/storage-endpoints", {
    name: "gateway", url: proxy.url, admin_access_key: gateway.admin.accessKey, admin_secret_key: gateway.admin.secretKey,
    features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
  }))
  assert.strictEqual(endpoint.status, 201, endpoint.text)
  return { ...served, endpoint: endpoint.body["id"] as number }
})

/** The same in an RGW account of the gateway. `make` puts into the gateway what the test needs, before anything is asked. */
export const servedAccount = Effect.fnUntraced(function*(make: (client: Effect.Success<ReturnType<typeof clientOf>>) => Promise<unknown>) {
  const served = yield* servedEndpoint
  const { browser, endpoint, gateway } = served
  const client = yield* clientOf(gateway, account(gateway))
  const context = yield* Effect.promise(async () => {
    const session = await browser.get("/api/auth/session")
    const registered = await browser.post("/api/admin/accounts/import", {
      storage_endpoint_id: endpoint, rgw_account_id: account(gateway).id, user_links: [{ user_id: session.body["user"].id, manager_role: "account_administrator" }]
    })
    assert.include([200, 201], registered.status, registered.text)
    await make(client)
    return registered.body["id"] as number
  })
  return { ...served, client, context }
})
