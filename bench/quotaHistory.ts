import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import * as Database from "#layers/postgres/Database.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import * as QuotaHistoryRecordsSql from "#layers/sql/usage/QuotaHistoryRecordsSql.ts"
import { QuotaHistories } from "#services/usage/QuotaHistories.ts"
import { TestSettings } from "../test/support/testSettings.ts"
import { median, milliseconds, printTable } from "./support/figures.ts"
import { benchSize } from "./support/size.ts"

const subjects = benchSize("SUBJECTS", 5000, 20)
const rounds = benchSize("ROUNDS", 50, 1)
const DAYS = 30
const MAX_MEDIAN_MILLIS = 50

const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
    values ('bench', 'http://127.0.0.1:9', '{"features":{}}', now(), now())`
  yield* sql`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    select 'account ' || n, 'RGW' || n, 'root' || n, 1, 'key' || n, 'unreadable', now()
    from generate_series(1, ${subjects}::int) n`
  for (let day = 0; day < DAYS; day++)
    yield* sql`
      insert into quota_usage_hourly (subject_type, subject_id, measured_at, storage_endpoint_id, used_bytes,
        object_count, quota_known, quota_max_bytes)
      select 'S3Account', a.id, now() - h * interval '1 hour', 1, 1000000000 - h * 1000, 1000 - h, true, 2000000000
      from generate_series(${day * 24}::int, ${day * 24 + 23}::int) h, rgw_accounts a`
  yield* sql`
    insert into quota_usage_daily
    select 'S3Account', a.id, (now() at time zone 'UTC')::date - d, 1, 24, 1, 3, 2, 1000000000 - d * 24000, 1, 3, 2,
      1000 - d, true, 2000000000, null
    from generate_series(0, ${DAYS - 1}::int) d, rgw_accounts a`
  yield* sql`vacuum analyze quota_usage_hourly`
  yield* sql`vacuum analyze quota_usage_daily`
})

const program = Effect.gen(function* () {
  yield* seed
  const histories = yield* QuotaHistories
  const timesOf = (resolution: "daily" | "hourly") =>
    Effect.forEach(Array.from({ length: rounds }), (_, round) =>
      milliseconds(
        Effect.orDie(histories.read({ type: "S3Account", id: 1 + ((round * 97) % subjects) }, { resolution }))
      )
    )
  const daily = median(yield* timesOf("daily"))
  const hourly = median(yield* timesOf("hourly"))
  const forecasts = yield* milliseconds(Effect.flatMap(DateTime.now, histories.forecastAll))
  printTable(`Quota history, ${subjects} accounts, ${DAYS} days by the hour (median milliseconds)`, [
    ["one account's month by day", daily, daily, MAX_MEDIAN_MILLIS],
    ["one account's month by hour", hourly, hourly, MAX_MEDIAN_MILLIS],
    ["forecasts of all, once", forecasts, null, null]
  ])
})

const dataDir = mkdtempSync(path.join(tmpdir(), "stowage-bench-"))
const services = QuotaHistories.layer.pipe(
  Layer.provideMerge(QuotaHistoryRecordsSql.layer),
  Layer.provideMerge(Layer.effectDiscard(Migrations.migrate())),
  Layer.provideMerge(Database.layer({ url: Option.none(), dataDir, maxConnections: 4 })),
  Layer.provide(TestSettings())
)
await Effect.runPromise(program.pipe(Effect.provide(services))).finally(() => rmSync(dataDir, { recursive: true }))
