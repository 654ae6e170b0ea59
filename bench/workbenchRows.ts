import { Duration, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { parseWorkbenchRequest } from "#domain/buckets/workbench/parseWorkbenchRequest.ts"
import { clusterScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import * as Database from "#layers/postgres/Database.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import * as WorkbenchRecordsSql from "#layers/sql/buckets/workbench/WorkbenchRecordsSql.ts"
import { WorkbenchRecords } from "#services/buckets/workbench/WorkbenchRecords.ts"
import { TestSettings } from "../test/support/testSettings.ts"
import { median, milliseconds, printTable } from "./support/figures.ts"
import { benchSize } from "./support/size.ts"

const count = benchSize("BUCKETS", 100_000, 500)
const rounds = benchSize("ROUNDS", 15, 1)
const [PAGE_LIMIT, COUNT_LIMIT] = [60, 100] as const
const BYTES_PER_MEGABYTE = 1_048_576

const scope = clusterScope(1, { id: 1, name: "bench" })
const { key, place } = scope.contexts[0]!

const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into bucket_listings (key, state, version, refreshed_at) values (${key}, 'complete', 1, now())`
  yield* sql`
    insert into bucket_listing_rows (key, tenant, name, owner, used_bytes, object_count, bucket_id, read_tracker,
      created_at, has_statistics, generation, version)
    select ${key}, case n % 20 when 0 then 't' || n % 7 else '' end, 'bucket-' || md5(n::text), 'owner-' || n % 900,
      n * 1000003::bigint, n, 'id.' || n, n % 9, now(), true, 1, 1
    from generate_series(1, ${count}::int) n`
  yield* sql`
    insert into bucket_features (place, tenant, name, bucket_id, read_tracker, read_at, versioning, lifecycle, policy,
      public_access_block, cells)
    select ${place}, tenant, name, bucket_id, read_tracker, now(),
      case when object_count % 3 = 0 then 'enabled' else 'disabled' end,
      case when object_count % 2 = 0 then 'configured' else 'not_set' end,
      case when object_count % 5 = 0 then 'configured' else 'not_set' end, 'not_set', '{}'
    from bucket_listing_rows where key = ${key}`
  yield* sql`
    insert into bucket_lifecycle_rules (place, tenant, name, rule, rule_id, prefix, expiration_days,
      abort_multipart_days)
    select f.place, f.tenant, f.name, rule, 'rule-' || rule, 'tmp/', r.object_count % 400, 7
    from bucket_features f join bucket_listing_rows r on r.key = ${key} and r.tenant = f.tenant and r.name = f.name,
      generate_series(0, 1) rule where f.lifecycle = 'configured'`
  for (const table of ["bucket_listing_rows", "bucket_features", "bucket_lifecycle_rules"])
    yield* sql`analyze ${sql(table)}`
})

const filters: ReadonlyArray<readonly [name: string, filter: object | undefined]> = [
  ["no filter", undefined],
  ["name contains", { match: "all", rules: [{ field: "name", op: "contains", value: "ab" }] }],
  [
    "two states",
    {
      match: "all",
      rules: [
        { feature: "versioning", state: "enabled" },
        { feature: "policy", state: "configured" }
      ]
    }
  ],
  [
    "lifecycle expires within 30 days",
    { match: "all", rules: [{ feature: "lifecycle", param: "expiration_days", op: "lte", value: 30 }] }
  ],
  [
    "used bytes, owner and a state",
    {
      match: "all",
      rules: [
        { field: "used_bytes", op: "gt", value: 1_000_000_000 },
        { field: "owner", op: "contains", value: "owner-1" },
        { feature: "versioning", state: "enabled" }
      ]
    }
  ]
]

const measure = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const records = yield* WorkbenchRecords
  yield* seed
  const memory = () => process.memoryUsage().heapUsed / BYTES_PER_MEGABYTE
  const before = memory()
  for (const [name, filter] of filters) {
    const request = yield* parseWorkbenchRequest(
      "cluster-admin",
      [],
      { page: 1, page_size: 25, sort_by: "used_bytes", sort_dir: "desc" },
      filter
    )
    const page = records.page(scope, request)
    const { total } = yield* page
    const cached = yield* Effect.replicateEffect(milliseconds(page), rounds)
    const changed = sql`update bucket_listings set version = version + 1 where key = ${key}`
    const counted = yield* Effect.replicateEffect(Effect.andThen(changed, milliseconds(page)), rounds)
    printTable(`${name}: ${total} of ${count} rows, ms, medians of ${rounds}`, [
      ["page of 25, sorted by size", median(cached), median(cached), PAGE_LIMIT],
      ["the same after a change of the listing", median(counted), median(counted), COUNT_LIMIT]
    ])
  }
  printTable("Memory", [["heap that remains after all (MB)", memory() - before, null, null]])
})

const dataDir = mkdtempSync(path.join(tmpdir(), "stowage-bench-"))
await Effect.runPromise(
  measure.pipe(
    Effect.provide(
      WorkbenchRecordsSql.layer.pipe(
        Layer.provideMerge(Layer.effectDiscard(Migrations.migrate())),
        Layer.provideMerge(Database.layer({ url: Option.none(), dataDir, maxConnections: 4 })),
        Layer.provide(TestSettings())
      )
    ),
    Effect.timeout(Duration.minutes(9))
  )
).finally(() => rmSync(dataDir, { recursive: true, force: true }))
