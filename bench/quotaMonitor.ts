// Compares a run of the quota monitor over accounts and RGW users with a bare pass: a signed stats=true call per owner.
import { Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { defaultSettings } from "#domain/identity/application/ApplicationSettings.ts"
import { Gateways } from "#layers/compose/Gateways.ts"
import { QuotaAlerts } from "#layers/compose/QuotaAlerts.ts"
import * as Database from "#layers/postgres/Database.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { signRequest } from "#layers/rgw/signRequest.ts"
import * as JobLeaseSql from "#layers/sql/platform/JobLeaseSql.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { Mail } from "#services/platform/Mail.ts"
import { QuotaMonitor } from "#services/usage/QuotaMonitor.ts"
import { freePort } from "../test/support/freePort.ts"
import { TestSettings } from "../test/support/testSettings.ts"
import { median, milliseconds, printTable } from "./support/figures.ts"

const subjects = Number(process.env["SUBJECTS"] ?? "40")
const buckets = process.env["BUCKETS"] ?? "25"
const rounds = Number(process.env["ROUNDS"] ?? "7")
/** As many calls as the monitor makes concurrently. */
const CONCURRENCY = 16
const MAX_RATIO = 4
const key = { access_key: "bench", secret_key: Redacted.make("bench-secret") }
const quota = { enabled: true, max_size_bytes: 1_000_000, max_objects: 1_000 }

const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
    values ('bench', 'http://127.0.0.1:9', '{"features":{}}', now(), now())`
  yield* sql`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    select 'account ' || n, 'RGW' || n, 'owner' || n, 1, 'key' || n, 'unreadable', now()
    from generate_series(1, ${subjects / 2}::int) n`
  yield* sql`
    insert into rgw_users (name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    select 'user ' || n, 'owner' || n, 1, 'key' || n, 'unreadable', now()
    from generate_series(${subjects / 2 + 1}::int, ${subjects}::int) n`
})

const bare = (url: string) =>
  Effect.forEach(
    Array.from({ length: subjects }, (_, index) => `owner${index + 1}`),
    (uid) =>
      Effect.promise(async () => {
        const query = { format: "json", stats: "true", uid }
        const headers = await signRequest({
          method: "GET",
          url,
          path: "/admin/bucket",
          query,
          region: "default",
          service: "s3",
          form: null,
          key
        })
        const response = await fetch(`${url}/admin/bucket?${new URLSearchParams(query)}`, { headers })
        if (!response.ok) throw new Error(`statistics: ${response.status} ${await response.text()}`)
        await response.json()
      }),
    { concurrency: CONCURRENCY, discard: true }
  )

const program = (url: string) =>
  Effect.gen(function* () {
    yield* seed
    const monitor = yield* QuotaMonitor
    const run = Effect.flatMap(monitor.run, ({ checked_count, failed_endpoint_count }) =>
      checked_count === subjects && failed_endpoint_count === 0
        ? Effect.void
        : Effect.die(new Error(`checked ${checked_count} of ${subjects}`))
    )
    yield* Effect.andThen(run, bare(url))
    const pairs = yield* Effect.forEach(Array.from({ length: rounds }), () =>
      Effect.gen(function* () {
        const pass = yield* milliseconds(bare(url))
        const ours = yield* milliseconds(run)
        return { pass, ours, ratio: ours / pass }
      })
    )
    printTable(`Quota monitor, ${subjects} accounts and users of ${buckets} buckets (median milliseconds)`, [
      ["a bare stats=true pass", median(pairs.map(({ pass }) => pass)), null, null],
      [
        "a run, with its states stored",
        median(pairs.map(({ ours }) => ours)),
        median(pairs.map(({ ratio }) => ratio)),
        MAX_RATIO
      ]
    ])
  })

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const gateway = spawn(process.execPath, [path.join(import.meta.dirname, "support/bucketsGateway.ts")], {
  env: { ...process.env, PORT: String(port), BUCKETS: buckets },
  stdio: ["ignore", "pipe", "inherit"]
})
await once(gateway.stdout, "data")
const dataDir = mkdtempSync(path.join(tmpdir(), "stowage-bench-"))
const target = {
  endpointId: 1,
  url,
  region: "default",
  verifyTls: true,
  credential: GatewayCredential.held({ accessKey: key.access_key, secretKey: key.secret_key, sessionToken: null })
}
const scripted = Layer.mergeAll(
  Layer.mock(AdminTargets, { of: () => Effect.succeed(target) }),
  Layer.mock(GatewayAccountSettings, { settings: () => Effect.succeed({ account_quota: quota } as never) }),
  Layer.mock(GatewayUserSettings, { settings: () => Effect.succeed({ user_quota: quota } as never) }),
  Layer.mock(EndpointRecords, { list: Effect.succeed([{ id: 1, name: "bench" }] as never) }),
  Layer.mock(ApplicationSettings, { read: Effect.succeed(defaultSettings as never) }),
  Layer.mock(Mail, {})
)
const services = QuotaAlerts.pipe(
  Layer.provide(scripted),
  Layer.provide(Gateways),
  Layer.provide(JobLeaseSql.layer),
  Layer.provideMerge(Layer.effectDiscard(Migrations.migrate())),
  Layer.provideMerge(Database.layer({ url: Option.none(), dataDir, maxConnections: 4 })),
  Layer.provide(TestSettings())
)
await Effect.runPromise(program(url).pipe(Effect.provide(services))).finally(() => {
  gateway.kill()
  rmSync(dataDir, { recursive: true })
})
