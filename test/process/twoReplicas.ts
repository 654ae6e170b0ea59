import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import type { KilledGateway } from "./killed/KilledWork.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { freePort } from "../support/freePort.ts"
import { startService } from "../support/ServiceProcess.ts"
import { SoftAuthenticator } from "../support/SoftAuthenticator.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

const key = () => randomBytes(32).toString("base64url")

/** Two processes with their first administrator, and a gateway at `url` whose accounts are separate callers. */
export const twoReplicas = Effect.fnUntraced(function* (
  gateway: Pick<KilledGateway, "admin">,
  url: string,
  accounts: number,
  env: Readonly<Record<string, string>>
) {
  const ports = yield* Effect.promise(() => Promise.all([freePort(), freePort(), freePort(), freePort()]))
  const shared = {
    DATABASE_URL: yield* TestDatabase.url,
    PUBLIC_ORIGIN: `http://localhost:${ports[0]}`,
    RUNNER_HOST: "127.0.0.1",
    SANDBOX_GATEWAY: "false",
    UI_JWT_KEYS: key(),
    API_JWT_KEYS: key(),
    JWT_KEYS: key(),
    CREDENTIAL_KEYS: key(),
    ...env
  }
  const start = (port: number, runnerPort: number) =>
    Effect.acquireRelease(
      Effect.promise(() => startService({ port, env: { ...shared, RUNNER_PORT: String(runnerPort) } })),
      (service) => Effect.promise(() => service.stop("SIGKILL"))
    )
  const first = yield* start(ports[0], ports[2])
  const second = yield* start(ports[1], ports[3])
  const here = new ConsoleBrowser(shared.PUBLIC_ORIGIN)
  const contexts = yield* Effect.promise(async () => {
    // of replicas that start together the first one prints the link
    await here.send(
      "POST",
      "/api/auth/bootstrap",
      { email: "ada@example.org", full_name: "Ada", password: "correct horse battery staple" },
      {
        "x-service-bootstrap-token": first.setupLink?.split("token=")[1] ?? ""
      }
    )
    const options = await here.post("/api/auth/webauthn/registration/options")
    await here.post("/api/auth/webauthn/registration/verify", {
      name: "key",
      response: new SoftAuthenticator(shared.PUBLIC_ORIGIN).create(options.body as never)
    })
    const endpoint = await here.post("/api/admin/storage-endpoints", {
      name: "gateway",
      url,
      admin_access_key: gateway.admin.accessKey,
      admin_secret_key: gateway.admin.secretKey,
      features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
    })
    assert.strictEqual(endpoint.status, 201, endpoint.text)
    const {
      body: { user }
    } = await here.get("/api/auth/session")
    const made: Array<number> = []
    for (let number = 0; number < accounts; number++) {
      const account = await here.post("/api/admin/accounts", {
        storage_endpoint_id: endpoint.body["id"],
        name: `caller-${number}-${randomBytes(4).toString("hex")}`,
        user_links: [{ user_id: user.id, manager_role: "account_administrator" }]
      })
      assert.strictEqual(account.status, 201, account.text)
      made.push(account.body["id"] as number)
    }
    return made
  })
  const addresses = [`http://localhost:${ports[0]}`, `http://localhost:${ports[1]}`] as const
  const there = new ConsoleBrowser(shared.PUBLIC_ORIGIN, addresses[1])
  for (const [name, cookie] of here.cookies) there.cookies.set(name, cookie)
  there.csrf = here.csrf
  const figure = (which: 0 | 1, family: string, labels = "") =>
    Effect.promise(async () => {
      const lines = (await (await fetch(`${addresses[which]}/metrics`)).text()).split("\n")
      const line = lines.find((one) => one.startsWith(`${family}${labels === "" ? "" : `{${labels}}`} `))
      return line === undefined ? undefined : Number(line.split(" ").at(-1))
    })
  return { contexts, figure, here, processes: [first, second] as const, there }
})
