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
 * A service in a process of its own, which a test may kill and start again, with its first administrator in a browser, in an RGW
 * account on a gateway of the test's own behind a proxy. `make` puts into the gateway what the test needs, before anything is asked.
 */
export const servedAccount = Effect.fnUntraced(function*(make: (client: Effect.Success<ReturnType<typeof clientOf>>) => Promise<unknown>) {
  const gateway = yield* freshSandbox()
  const proxy = yield* gatewayProxy(gateway.url)
  const client = yield* clientOf(gateway, account(gateway))
  const port = yield* Effect.promise(freePort)
  const env = {
    DATABASE_URL: yield* TestDatabase.url, PUBLIC_ORIGIN: `http://localhost:${port}`, SANDBOX_GATEWAY: "false", GATEWAY_TIMEOUT_SECONDS: "4",
    UI_JWT_KEYS: key(), API_JWT_KEYS: key(), JWT_KEYS: key(), CREDENTIAL_KEYS: key()
  }
  const start = Effect.acquireRelease(Effect.promise(() => startService({ port, env })), (service) => Effect.promise(() => service.stop("SIGKILL")))
  const first = yield* start
  const browser = new ConsoleBrowser(env.PUBLIC_ORIGIN)
  const context = yield* Effect.promise(async () => {
    await browser.send("POST", "/api/auth/bootstrap", { email: "ada@example.org", full_name: "Ada", password: "correct horse battery staple" }, {
      "x-service-bootstrap-token": first.setupLink?.split("token=")[1] ?? ""
    })
    const options = await browser.post("/api/auth/webauthn/registration/options")
    await browser.post("/api/auth/webauthn/registration/verify", { name: "key", response: new SoftAuthenticator(env.PUBLIC_ORIGIN).create(options.body as never) })
    const endpoint = await browser.post("/api/admin/storage-endpoints", {
      name: "gateway", url: proxy.url, admin_access_key: gateway.admin.accessKey, admin_secret_key: gateway.admin.secretKey,
      features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
    })
    const session = await browser.get("/api/auth/session")
    const registered = await browser.post("/api/admin/accounts/import", {
      storage_endpoint_id: endpoint.body["id"], rgw_account_id: account(gateway).id, user_links: [{ user_id: session.body["user"].id, manager_role: "account_administrator" }]
    })
    assert.include([200, 201], registered.status, registered.text)
    await make(client)
    return registered.body["id"] as number
  })
  return { browser, client, context, first, proxy, start }
})
