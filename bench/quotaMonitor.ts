// The baseline is one signed stats=true call per owner, as many concurrently. Schemas are compiled as in the service.
import "effect/schema/SchemaJITCompiler/enable"
import { Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { defaultSettings } from "#domain/identity/application/ApplicationSettings.ts"
import { MAX_CONCURRENCY } from "#domain/platform/work/adaptiveConcurrency.ts"
import { Gateways } from "#layers/compose/Gateways.ts"
import { QuotaAlerts } from "#layers/compose/QuotaAlerts.ts"
import * as Database from "#layers/postgres/Database.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { signRequest } from "#layers/rgw/signRequest.ts"
import * as JobLeaseSql from "#layers/sql/platform/JobLeaseSql.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { Mail } from "#services/platform/Mail.ts"
import { QuotaMonitor } from "#services/usage/QuotaMonitor.ts"
import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import { TestSettings } from "../test/support/testSettings.ts"
import { median, milliseconds, printTable } from "./support/figures.ts"
import { benchSize } from "./support/size.ts"

const users = benchSize("USERS", 1_000, 10)
const accounts = benchSize("ACCOUNTS", 500, 5)
const rounds = benchSize("ROUNDS", 7, 1)
const MAX_RATIO = 1.5

interface Owner {
  readonly uid: string
  readonly account: string | null
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const owners: ReadonlyArray<Owner> = [
  ...numbers(accounts).map((n) => ({ uid: `bench-root-${n}`, account: `RGW${String(n).padStart(17, "0")}` })),
  ...numbers(users).map((n) => ({ uid: `bench-user-${n}`, account: null }))
]
const keyOf = (uid: string) => ({ accessKey: uid.toUpperCase(), secretKey: `secret of ${uid}` })

type Key = Pick<RealGateway["admin"], "accessKey" | "secretKey">

const send = async (
  { url }: RealGateway,
  method: "GET" | "PUT" | "POST",
  at: string,
  query: Record<string, string>,
  key: Key
) => {
  const headers = await signRequest({
    method,
    url,
    path: at,
    query,
    region: "default",
    service: "s3",
    form: null,
    key: { access_key: key.accessKey, secret_key: Redacted.make(key.secretKey) }
  })
  const response = await fetch(`${url}${at}?${new URLSearchParams(query)}`, { method, headers })
  const text = await response.text()
  if (!response.ok && response.status !== 409) throw new Error(`${method} ${at}: ${response.status} ${text}`)
  return text
}

const createOwners = (gateway: RealGateway) => {
  const admin = (at: string, query: Record<string, string>) => send(gateway, "PUT", at, query, gateway.admin)
  const quota = { "max-size": "1000000", "max-objects": "1000", enabled: "true" }
  return Effect.forEach(
    owners,
    ({ account, uid }) =>
      Effect.promise(async () => {
        const key = keyOf(uid)
        const user = { uid, "display-name": uid, "access-key": key.accessKey, "secret-key": key.secretKey }
        if (account === null) {
          await admin("/admin/user", user)
          await admin("/admin/user", { quota: "", uid, "quota-type": "user", ...quota })
        } else {
          await send(gateway, "POST", "/admin/account", { id: account, name: uid }, gateway.admin)
          await admin("/admin/account", { quota: "", id: account, "quota-type": "account", ...quota })
          await admin("/admin/user", { ...user, "account-id": account, "account-root": "true" })
        }
        await send(gateway, "PUT", `/${uid}`, {}, key)
      }),
    { concurrency: MAX_CONCURRENCY, discard: true }
  )
}

const registerOwners = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
    values ('bench', 'http://127.0.0.1:9', '{"features":{}}', now(), now())`
  yield* sql`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    select 'account ' || n, 'RGW' || lpad(n::text, 17, '0'), 'bench-root-' || n, 1, 'key' || n, 'unreadable', now()
    from generate_series(1, ${accounts}::int) n`
  yield* sql`
    insert into rgw_users (name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    select 'user ' || n, 'bench-user-' || n, 1, 'user key' || n, 'unreadable', now()
    from generate_series(1, ${users}::int) n`
})

const bare = (gateway: RealGateway) =>
  Effect.forEach(
    owners,
    ({ uid }) =>
      Effect.promise(async () =>
        JSON.parse(await send(gateway, "GET", "/admin/bucket", { format: "json", stats: "true", uid }, gateway.admin))
      ),
    { concurrency: MAX_CONCURRENCY, discard: true }
  )

const measure = (gateway: RealGateway) =>
  Effect.gen(function* () {
    yield* createOwners(gateway)
    yield* registerOwners
    const monitor = yield* QuotaMonitor
    const run = Effect.flatMap(monitor.run, ({ checked_count, failed_endpoint_count }) =>
      checked_count === owners.length && failed_endpoint_count === 0
        ? Effect.void
        : Effect.die(new Error(`checked ${checked_count} of ${owners.length}`))
    )
    const first = yield* milliseconds(run)
    yield* bare(gateway)
    const pairs = yield* Effect.forEach(Array.from({ length: rounds }), () =>
      Effect.gen(function* () {
        const pass = yield* milliseconds(bare(gateway))
        const ours = yield* milliseconds(run)
        return { pass, ours, ratio: ours / pass }
      })
    )
    printTable(`Quota monitor, ${accounts} accounts and ${users} users of a Ceph RGW (median milliseconds)`, [
      ["the first run, which reads all quotas", first, null, null],
      ["a bare stats=true pass", median(pairs.map(({ pass }) => pass)), null, null],
      [
        "a run, with its states stored",
        median(pairs.map(({ ours }) => ours)),
        median(pairs.map(({ ratio }) => ratio)),
        MAX_RATIO
      ]
    ])
    console.log(`  ratios: ${pairs.map(({ ratio }) => ratio.toFixed(2)).join(" ")}`)
  })

const services = (gateway: RealGateway, dataDir: string) => {
  const target = {
    endpointId: 1,
    url: gateway.url,
    region: gateway.region,
    verifyTls: true,
    credential: GatewayCredential.opened({
      accessKey: gateway.admin.accessKey,
      secretKey: Redacted.make(gateway.admin.secretKey),
      sessionToken: null
    })
  }
  const scripted = Layer.mergeAll(
    Layer.mock(AdminTargets, { of: () => Effect.succeed(target) }),
    Layer.mock(EndpointRecords, { list: Effect.succeed([{ id: 1, name: "bench" }] as never) }),
    Layer.mock(ApplicationSettings, { read: Effect.succeed(defaultSettings as never) }),
    Layer.mock(Mail, {})
  )
  return QuotaAlerts.pipe(
    Layer.provide(scripted),
    Layer.provide(Gateways),
    Layer.provide(JobLeaseSql.layer),
    Layer.provideMerge(Layer.effectDiscard(Migrations.migrate())),
    Layer.provideMerge(Database.layer({ url: Option.none(), dataDir, maxConnections: 4 })),
    Layer.provide(TestSettings())
  )
}

const { gateway, lack } = await realGateway("bench")
if (gateway === undefined) {
  console.log(`skipped quotaMonitor, no real RGW: ${lack}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else {
  const dataDir = mkdtempSync(path.join(tmpdir(), "stowage-bench-"))
  await Effect.runPromise(measure(gateway).pipe(Effect.provide(services(gateway, dataDir)))).finally(async () => {
    rmSync(dataDir, { recursive: true, force: true })
    await releaseRealGateways()
  })
}
