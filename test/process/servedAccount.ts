import { CreateBucketCommand } from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import type { Pair } from "../gateway/contract/adminGateway.ts"
import { account, client as clientOf, freshSandbox } from "../layers/sandbox/support.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { freePort } from "../support/freePort.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { startService } from "../support/ServiceProcess.ts"
import { SoftAuthenticator } from "../support/SoftAuthenticator.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

/** What schedulers outside send to its jobs. */
export const internalToken = "internal-token-of-a-process"

const key = () => randomBytes(32).toString("base64url")

/** A gateway to be killed beside: who administers it, and an account of it with its root's key. */
export interface ServedGateway {
  readonly url: string
  readonly region: "default"
  readonly admin: Pair
  readonly accounts: ReadonlyArray<{ readonly id: string } & Pair>
}

const firstOf = ({ accounts: [first] }: ServedGateway) => first ?? assert.fail("the gateway has no account")

/**
 * A service in a process of its own, which a test may kill and start again, with its first administrator in a browser, and a
 * gateway behind a proxy that the service does not know yet: a sandbox of the test's own, unless another is given.
 */
const servedOn = <Gateway extends ServedGateway, E, R>(made: Effect.Effect<Gateway, E, R>) => Effect.gen(function*() {
  const gateway = yield* made
  const proxy = yield* gatewayProxy(gateway.url)
  const port = yield* Effect.promise(freePort)
  const env = {
    DATABASE_URL: yield* TestDatabase.url, PUBLIC_ORIGIN: `http://localhost:${port}`, SANDBOX_GATEWAY: "false",
    // the successor takes over soon, and nothing but its start looks for what is open
    LEASE_SECONDS: "5", GATEWAY_RECONCILIATION_CRON_SCHEDULE: "0 0 1 1 *", INTERNAL_CRON_TOKEN: internalToken, UI_JWT_KEYS: key(), API_JWT_KEYS: key(), JWT_KEYS: key(), CREDENTIAL_KEYS: key()
  }
  const startWith = (timeout: string) => Effect.acquireRelease(
    Effect.promise(() => startService({ port, env: { ...env, GATEWAY_TIMEOUT_SECONDS: timeout } })), (service) => Effect.promise(() => service.stop("SIGKILL")))
  // a held call lasts until the kill, however busy the machine; a successor waits three time-outs before it calls a change lost
  const first = yield* startWith("60")
  const start = startWith("2")
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

export const servedAdministrator = servedOn(freshSandbox())

/** The same with its gateway registered as an endpoint; answers the endpoint's id as well. */
const endpointOn = <Gateway extends ServedGateway, E, R>(made: Effect.Effect<Gateway, E, R>) => Effect.gen(function*() {
  const served = yield* servedOn(made)
  const { browser, gateway, proxy } = served
  const endpoint = yield* Effect.promise(() => browser.post("/api/admin/storage-endpoints", {
    name: "gateway", url: proxy.url, admin_access_key: gateway.admin.accessKey, admin_secret_key: gateway.admin.secretKey,
    features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
  }))
  assert.strictEqual(endpoint.status, 201, endpoint.text)
  return { ...served, endpoint: endpoint.body["id"] as number }
})

export const servedEndpoint = endpointOn(freshSandbox())

/** The same in an RGW account of the gateway. `make` puts into the gateway what the test needs, before anything is asked. */
export const servedAccount = Effect.fnUntraced(function*(make: (client: Effect.Success<ReturnType<typeof clientOf>>) => Promise<unknown>, real?: ServedGateway) {
  const served = yield* endpointOn<ServedGateway, Error, Scope.Scope>(real === undefined ? freshSandbox() : Effect.succeed(real))
  const { browser, endpoint, gateway } = served
  const client = yield* clientOf(gateway, firstOf(gateway))
  const context = yield* Effect.promise(async () => {
    const session = await browser.get("/api/auth/session")
    const registered = await browser.post("/api/admin/accounts/import", {
      storage_endpoint_id: endpoint, rgw_account_id: firstOf(gateway).id, user_links: [{ user_id: session.body["user"].id, manager_role: "account_administrator", allow_manager_browser_data_access: true }]
    })
    assert.include([200, 201], registered.status, registered.text)
    await make(client)
    return registered.body["id"] as number
  })
  return { ...served, client, context }
})

/** An account with a bucket on a gateway of its own behind a proxy, of the same administrator. */
export const anotherGateway = Effect.fnUntraced(function*(browser: ConsoleBrowser) {
  const gateway = yield* freshSandbox()
  const proxy = yield* gatewayProxy(gateway.url)
  const client = yield* clientOf(gateway, account(gateway))
  const bucket = "far"
  const context = yield* Effect.promise(async () => {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    const endpoint = await browser.post("/api/admin/storage-endpoints", {
      name: "another", url: proxy.url, admin_access_key: gateway.admin.accessKey, admin_secret_key: gateway.admin.secretKey,
      features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
    })
    assert.strictEqual(endpoint.status, 201, endpoint.text)
    const session = await browser.get("/api/auth/session")
    const registered = await browser.post("/api/admin/accounts/import", {
      storage_endpoint_id: endpoint.body["id"], rgw_account_id: account(gateway).id, user_links: [{ user_id: session.body["user"].id, manager_role: "account_administrator", allow_manager_browser_data_access: true }]
    })
    assert.include([200, 201], registered.status, registered.text)
    return registered.body["id"] as number
  })
  return { bucket, client, context, proxy }
})
