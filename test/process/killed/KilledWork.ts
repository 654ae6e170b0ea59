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

/** The token that schedulers outside send to internal jobs. */
export const internalToken = "internal-token-of-a-process"

/** A gateway whose calls are held: its administrator, and accounts with the keys of their roots. */
export interface KilledGateway {
  readonly url: string
  readonly region: "default"
  readonly admin: Pair
  readonly accounts: ReadonlyArray<{ readonly id: string } & Pair>
}

/** A service that is killed and started again, with its first administrator in a browser. */
export interface Installation {
  readonly browser: ConsoleBrowser
  readonly userId: number
  readonly kill: Effect.Effect<void>
  /** Starts the next process; it does not begin before this answers. */
  readonly start: Effect.Effect<void>
}

/**
 * A row of the table: the kind of work, where it is held when its process is killed, and what must be true afterwards.
 */
export interface KilledWork {
  readonly kind: string
  readonly heldAt: string
  readonly truth: string
  /** Begins the work on a gateway of its own; answers once all of it is held. */
  readonly begin: (installation: Installation) => Effect.Effect<Held, unknown, Scope.Scope | SqlClient.SqlClient>
}

/** Work that is held. */
export interface Held {
  /**
   * Checks what the killed process left, and lets the gateway go on. The last row of a round may start a process, and
   * kill it.
   */
  readonly afterKill: Effect.Effect<void, unknown, SqlClient.SqlClient>
  /** Checks what must be true, once nothing of the work is open. It may kill once more, and start. */
  readonly check: Effect.Effect<void, unknown, SqlClient.SqlClient>
}

const key = () => randomBytes(32).toString("base64url")

const installed = Effect.gen(function* () {
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
    // a successor takes over soon, and nothing but its start checks what is open
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
    // … and a successor counts a change as lost after three time-outs
    start: start("2")
  }
  return installation
})

/** Registers a gateway, behind a proxy that passes everything, as an endpoint. */
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

/** A sandbox of the row's own, registered. */
export const registeredSandbox = (installation: Installation) =>
  Effect.flatMap(freshSandbox(), (gateway) => registered(installation, gateway))

/**
 * The first account of a registered gateway, of the administrator, whose client makes what the row needs before
 * anything is asked.
 */
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

/** A sandbox with its first account. */
export const sandboxAccount = Effect.fnUntraced(function* (
  installation: Installation,
  make: Parameters<typeof importedAccount>[2]
) {
  const place = yield* registeredSandbox(installation)
  return { ...place, ...(yield* importedAccount(installation, place, make)) }
})

/** An account that the service creates. */
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

/**
 * Waits for a condition, checked every 20 ms; dies after two minutes, long before the set-up of its round would end.
 */
export const until = (is: () => boolean) =>
  Effect.repeat(Effect.delay(Effect.sync(is), "20 millis"), { until: (so) => so }).pipe(
    Effect.timeoutOrElse({ duration: "2 minutes", orElse: () => Effect.die(new Error(`never true: ${is.toString()}`)) })
  )

/** Waits until runs have ended, in a state that `state` matches. */
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

/** Waits until no run is under way and each change of a gateway has its outcome. */
const nothingOpen = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const open = sql<{ what: string }>`
    select kind || ' ' || state as what from work_runs
      where state in ('queued', 'running', 'pause_requested', 'cancel_requested')
    union all select (entry->>'action') || ' ' || thing from gateway_intents where outcome is null`
  return yield* Effect.repeat(Effect.delay(open, "200 millis"), { until: (rows) => rows.length === 0 }).pipe(
    Effect.timeoutOrElse({ duration: "3 minutes", orElse: () => open })
  )
})

/** The checks of a round, by its rows, after its process was killed and the next one has ended what was open. */
export class Followed extends Context.Service<Followed, ReadonlyMap<KilledWork, Held["check"]>>()(
  "test/process/killed/Followed"
) {
  /** Begins each row in its turn, kills the process that holds all of them, and starts the next one. */
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
