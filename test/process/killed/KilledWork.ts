import { assert } from "@effect/vitest"
import { Context, Effect, Layer, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import type { Pair } from "../../gateway/contract/adminGateway.ts"
import { client as clientOf, freshSandbox } from "../../layers/sandbox/support.ts"
import type { ConsoleBrowser } from "../../support/ConsoleBrowser.ts"
import { freePort } from "../../support/freePort.ts"
import { gatewayProxy } from "../../support/GatewayProxy.ts"
import { firstInBrowser } from "../../support/production.ts"
import { type ServiceProcess, startService } from "../../support/ServiceProcess.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"

export const internalToken = "internal-token-of-a-process"

export interface KilledGateway {
  readonly url: string
  readonly region: "default"
  readonly admin: Pair
  readonly accounts: ReadonlyArray<{ readonly id: string } & Pair>
}

export interface Installation {
  readonly browser: ConsoleBrowser
  readonly userId: number
  readonly kill: Effect.Effect<void>
  readonly start: Effect.Effect<void>
  /** Starts a process whose calls outlast what holds them. */
  readonly startPatient: Effect.Effect<void>
}

export interface KilledWork {
  readonly kind: string
  readonly heldAt: string
  readonly truth: string
  readonly begin: (installation: Installation) => Effect.Effect<Held, unknown, Scope.Scope | SqlClient.SqlClient>
}

export interface Held {
  /** Checks the state after the kill and releases the gateway. A round's last row may start and kill a process. */
  readonly afterKill: Effect.Effect<void, unknown, SqlClient.SqlClient>
  readonly check: Effect.Effect<void, unknown, SqlClient.SqlClient>
}

const key = () => randomBytes(32).toString("base64url")

export const installed = Effect.gen(function* () {
  const port = yield* Effect.promise(freePort)
  const origin = `http://localhost:${port}`
  const env = {
    DATABASE_URL: yield* TestDatabase.url,
    PUBLIC_ORIGIN: origin,
    SANDBOX_GATEWAY: "false",
    INTERNAL_CRON_TOKEN: internalToken,
    SMTP_ALLOWED_HOSTS: "localhost",
    OUTBOUND_PRIVATE_HOSTS: "localhost",
    UI_JWT_KEYS: key(),
    API_JWT_KEYS: key(),
    JWT_KEYS: key(),
    CREDENTIAL_KEYS: key(),
    // a successor takes over soon, and only its start checks open work
    LEASE_SECONDS: "5",
    GATEWAY_RECONCILIATION_CRON_SCHEDULE: "0 0 1 1 *",
    QUARANTINE_CRON_SCHEDULE: "0 0 1 1 *",
    PRIVATE_ACCESS_CRON_SCHEDULE: "0 0 1 1 *"
  }
  let current: ServiceProcess | undefined
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      await current?.stop("SIGKILL")
    })
  )
  const start = (timeout: string) =>
    Effect.promise(async () => {
      current = await startService({
        port,
        env: { ...env, GATEWAY_TIMEOUT_SECONDS: timeout, GATEWAY_WRITE_TIMEOUT_SECONDS: timeout }
      })
    })
  // a held call lasts until the kill, however busy the machine is …
  yield* start("300")
  const { browser } = yield* Effect.promise(() => firstInBrowser(origin, current?.setupLink))
  const { user } = yield* Effect.promise(() => browser.session())
  const installation: Installation = {
    browser,
    userId: user.id as number,
    kill: Effect.promise(async () => {
      await current?.stop("SIGKILL")
    }),
    // … and a successor counts a change as lost after three timeouts
    start: start("2"),
    startPatient: start("300")
  }
  return installation
})

export const registered = Effect.fnUntraced(function* <Gateway extends KilledGateway>(
  { browser }: Installation,
  gateway: Gateway
) {
  const proxy = yield* gatewayProxy(gateway.url)
  const answer = yield* Effect.promise(() =>
    browser.post("/api/admin/storage-endpoints", {
      name: `gateway ${new URL(proxy.url).port}`,
      url: proxy.url,
      admin_access_key: gateway.admin.accessKey,
      admin_secret_key: gateway.admin.secretKey,
      features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
    })
  )
  assert.strictEqual(answer.status, 201, answer.text)
  return { gateway, proxy, endpoint: answer.body["id"] as number }
})

export const registeredSandbox = (installation: Installation) =>
  Effect.flatMap(freshSandbox(), (gateway) => registered(installation, gateway))

export const importedAccount = Effect.fnUntraced(function* (
  { browser, userId }: Installation,
  { endpoint, gateway }: { readonly endpoint: number; readonly gateway: KilledGateway },
  make: (client: Effect.Success<ReturnType<typeof clientOf>>) => Promise<unknown>
) {
  const [first] = gateway.accounts
  assert.isDefined(first)
  const client = yield* clientOf(gateway, first)
  const account = yield* Effect.promise(() =>
    browser.post("/api/admin/accounts/import", {
      storage_endpoint_id: endpoint,
      rgw_account_id: first.id,
      user_links: [{ user_id: userId, manager_role: "account_administrator", allow_manager_browser_data_access: true }]
    })
  )
  assert.include([200, 201], account.status, account.text)
  yield* Effect.promise(() => make(client))
  return { client, context: account.body["id"] as number }
})

export const sandboxAccount = Effect.fnUntraced(function* (
  installation: Installation,
  make: Parameters<typeof importedAccount>[2]
) {
  const place = yield* registeredSandbox(installation)
  return { ...place, ...(yield* importedAccount(installation, place, make)) }
})

export const createdAccount = Effect.fnUntraced(function* (
  { browser, userId }: Installation,
  endpoint: number,
  name: string
) {
  const account = yield* Effect.promise(() =>
    browser.post("/api/admin/accounts", {
      storage_endpoint_id: endpoint,
      name,
      user_links: [{ user_id: userId, manager_role: "account_administrator", allow_manager_browser_data_access: true }]
    })
  )
  assert.strictEqual(account.status, 201, account.text)
  return account.body
})

/** Checks every 20 ms; dies after two minutes, long before the set-up of its round would end. */
export const until = (is: () => boolean) =>
  Effect.repeat(Effect.delay(Effect.sync(is), "20 millis"), { until: (so) => so }).pipe(
    Effect.timeoutOrElse({ duration: "2 minutes", orElse: () => Effect.die(new Error(`never true: ${is.toString()}`)) })
  )

export const ended = Effect.fnUntraced(function* (runs: ReadonlyArray<number>, state: RegExp) {
  const sql = yield* SqlClient.SqlClient
  const states = sql<{ state: string }>`select state from work_runs where id in ${sql.in(runs)} order by id`
  return yield* Effect.repeat(Effect.delay(states, "200 millis"), {
    until: (rows) => rows.every((row) => state.test(row.state))
  }).pipe(
    Effect.timeoutOrElse({ duration: "2 minutes", orElse: () => states }),
    Effect.map((rows) => rows.map((row) => row.state))
  )
})

export const nothingOpen = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const open = sql<{ what: string }>`
    select kind || ' ' || state as what from work_runs
      where state in ('queued', 'running', 'pause_requested', 'cancel_requested')
    union all select (entry->>'action') || ' ' || thing from gateway_intents where outcome is null`
  return yield* Effect.repeat(Effect.delay(open, "200 millis"), { until: (rows) => rows.length === 0 }).pipe(
    Effect.timeoutOrElse({ duration: "3 minutes", orElse: () => open })
  )
})

export class Followed extends Context.Service<Followed, ReadonlyMap<KilledWork, Held["check"]>>()(
  "test/process/killed/Followed"
) {
  static readonly layer = (rows: ReadonlyArray<KilledWork>) =>
    Layer.effect(
      Followed,
      Effect.gen(function* () {
        const installation = yield* installed
        const held = yield* Effect.forEach(rows, (row) =>
          Effect.map(row.begin(installation), (begun) => [row, begun] as const)
        )
        yield* installation.kill
        for (const [, { afterKill }] of held) yield* afterKill
        yield* installation.start
        assert.deepStrictEqual(yield* nothingOpen, [], "each run has ended, and each change is told")
        return new Map(held.map(([row, { check }]) => [row, check]))
      })
    ).pipe(Layer.orDie, Layer.provideMerge(TestDatabase.layer))
}
