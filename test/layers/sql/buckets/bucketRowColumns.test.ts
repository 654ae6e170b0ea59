import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BucketRow, bucketSortKeys, measuredBucket, unreadBucket } from "#domain/buckets/BucketListing.ts"
import { bucketColumns, storedColumns } from "#domain/buckets/bucketColumns.ts"
import * as BucketSnapshotsSql from "#layers/sql/buckets/BucketSnapshotsSql.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import { TestDatabase } from "../../../support/TestDatabase.ts"

const full: BucketRow = {
  ...measuredBucket("full", {
    tenant: "acme",
    owner: "RGW1",
    created_at: "2026-01-02T03:04:05.678Z",
    used_bytes: 9_007_199_254_740_991,
    object_count: 3,
    quota_max_size_bytes: 10,
    quota_max_objects: 0,
    versioning: "suspended",
    object_lock: true
  }),
  has_statistics: true
}

layer(BucketSnapshotsSql.layer.pipe(Layer.provide(LiveEventsSql.layer), Layer.provideMerge(TestDatabase.layer)), {
  excludeTestServices: true
})("the columns of a bucket", (it) => {
  it.effect("the table has exactly those that are declared, with their types", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const there = yield* sql<{ name: string; type: string }>`
        select column_name as name, data_type as type from information_schema.columns
        where table_name = 'bucket_listing_rows' and is_generated = 'NEVER'
          and column_name not in ('key', 'generation', 'version')`
      const types = { text: "text", moment: "timestamp with time zone", number: "bigint", flag: "boolean" }
      assert.deepStrictEqual(
        Object.fromEntries(there.map(({ name, type }) => [name, type])),
        Object.fromEntries(
          Object.entries({ ...bucketColumns, ...storedColumns }).map(([name, { keptAs }]) => [name, types[keptAs]])
        )
      )
    })
  )

  it.effect("a row comes back as it was put, each column with a value of its own and each with none", () =>
    Effect.gen(function* () {
      const snapshots = yield* BucketSnapshots
      for (const row of [full, unreadBucket("bare")]) {
        yield* snapshots.put("columns", row)
        assert.deepStrictEqual(yield* snapshots.row("columns", row.name), row)
      }
    })
  )

  it.effect("a reading without statistics takes nothing of them away, and adds what it knows", () =>
    Effect.gen(function* () {
      const snapshots = yield* BucketSnapshots
      yield* snapshots.put("merge", full)
      yield* snapshots.put("merge", unreadBucket("full", { tenant: full.tenant, owner: "RGW2" }))
      assert.deepStrictEqual(yield* snapshots.row("merge", "full"), { ...full, owner: "RGW2" })
      const emptied: BucketRow = { ...measuredBucket("full", { tenant: full.tenant }), has_statistics: true }
      yield* snapshots.put("merge", emptied)
      assert.deepStrictEqual(yield* snapshots.row("merge", "full"), {
        ...emptied,
        owner: "RGW2",
        created_at: full.created_at
      })
    })
  )

  it.effect("every sort key sorts, unknown values last either way", () =>
    Effect.gen(function* () {
      const snapshots = yield* BucketSnapshots
      yield* (yield* SqlClient.SqlClient)`
        insert into bucket_quarantines (listing_key, context_id, bucket, policy, until, asked_at)
          values ('sorted', '1', 'full', '{}', '2026-03-04T00:00:00Z', now())`
      yield* snapshots.put("sorted", full)
      yield* snapshots.put("sorted", unreadBucket("a-bare"))
      for (const sort_by of bucketSortKeys) {
        for (const sort_dir of ["asc", "desc"] as const) {
          const { items } = yield* snapshots.page("sorted", { sort_by, sort_dir })
          assert.strictEqual(
            items[0]?.name,
            sort_by === "name" && sort_dir === "asc" ? "a-bare" : "full",
            `${sort_by} ${sort_dir}`
          )
        }
      }
    })
  )

  it.effect("a row that does not read as a bucket is a defect, not a bucket", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const snapshots = yield* BucketSnapshots
      yield* snapshots.put("torn", full)
      yield* sql`update bucket_listing_rows set used_bytes = 9223372036854775807 where key = 'torn'`
      const exit = yield* Effect.exit(snapshots.row("torn", "full"))
      assert.strictEqual(exit._tag, "Failure")
    })
  )

  it("the contract's row is the declared columns", () => {
    assert.deepStrictEqual(Object.keys(BucketRow.fields), Object.keys(bucketColumns))
    assert.isTrue(Schema.is(BucketRow)(full))
  })
})
