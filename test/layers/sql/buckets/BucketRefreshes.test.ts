import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type BucketRow, measuredBucket, unreadBucket } from "#domain/buckets/BucketListing.ts"
import * as BucketSnapshotsSql from "#layers/sql/buckets/BucketSnapshotsSql.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import { BucketRefreshes } from "#services/buckets/BucketRefreshes.ts"
import { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import { TestDatabase } from "../../../support/TestDatabase.ts"

const measured = (name: string, told: Partial<BucketRow> = {}): BucketRow => ({
  ...measuredBucket(name, {
    owner: "RGW1",
    created_at: "2026-01-02T03:04:05.678Z",
    used_bytes: 1,
    object_count: 1,
    versioning: "off",
    ...told
  }),
  has_statistics: true
})

const progress = { processed: 0, total: 10, due: false }
const key = () => `endpoint:1/owner:${crypto.randomUUID()}`

const places = Effect.fnUntraced(function* (listing: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{
    place: string
  }>`select name || ctid || xmin || ' ' || xmax || ' ' || version as place from bucket_listing_rows
    where key = ${listing} order by name`
})

const refresh = Effect.fnUntraced(function* (listing: string, rows: ReadonlyArray<BucketRow>, due = false) {
  const [refreshes, snapshots] = [yield* BucketRefreshes, yield* BucketSnapshots]
  const runner = crypto.randomUUID()
  assert.isTrue(yield* refreshes.begin(listing, runner, Duration.minutes(1)))
  const began = (yield* snapshots.state(listing)).version
  yield* refreshes.write(listing, runner, rows, { ...progress, due })
  const wrote = (yield* snapshots.state(listing)).version
  yield* refreshes.complete(listing, runner, rows)
  const changes = yield* snapshots.changesSince(listing, began)
  return {
    announced: wrote - began,
    told: (changes?.events ?? []).flatMap((event) =>
      event.event === "rows" ? event.data.rows.map(({ name }) => name) : []
    )
  }
})

const Reading = Schema.Struct({
  statistics: Schema.Boolean,
  owner: Schema.NullOr(Schema.Literals(["one", "two"])),
  created_at: Schema.NullOr(Schema.Literals(["2026-01-02T03:04:05.678Z", "2026-02-02T03:04:05.678Z"])),
  used_bytes: Schema.NullOr(Schema.Literals([0, 1])),
  versioning: Schema.NullOr(Schema.Literals(["off", "enabled"])),
  object_lock: Schema.NullOr(Schema.Boolean)
})
const rowOf = (name: string, { statistics, ...told }: typeof Reading.Type): BucketRow =>
  statistics
    ? measured(name, { object_count: null, ...told })
    : unreadBucket(name, { owner: told.owner, created_at: told.created_at })

layer(BucketSnapshotsSql.layer.pipe(Layer.provide(LiveEventsSql.layer), Layer.provideMerge(TestDatabase.layer)), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("the rows of a refresh", (it) => {
  it.effect("one that finds nothing new touches no row, announces none, and stamps the listing's age once", () =>
    Effect.gen(function* () {
      const listing = key()
      const snapshots = yield* BucketSnapshots
      const rows = ["a", "b", "c"].map((name) => measured(name))
      yield* refresh(listing, rows)
      const [before, age] = [yield* places(listing), (yield* snapshots.state(listing)).refreshed_at]
      yield* Effect.sleep("5 millis")
      assert.deepStrictEqual(yield* refresh(listing, rows), { announced: 0, told: [] })
      assert.deepStrictEqual(
        yield* refresh(
          listing,
          rows.map(({ name }) => unreadBucket(name))
        ),
        { announced: 0, told: [] },
        "a name tells nothing new of a bucket that is known"
      )
      assert.deepStrictEqual(yield* places(listing), before)
      assert.notStrictEqual((yield* snapshots.state(listing)).refreshed_at, age)
    })
  )

  it.effect("tells how far it is when that is due, though no row changed", () =>
    Effect.gen(function* () {
      const listing = key()
      yield* refresh(listing, [measured("a")])
      const before = yield* places(listing)
      assert.deepStrictEqual(yield* refresh(listing, [measured("a")], true), { announced: 1, told: [] })
      assert.deepStrictEqual(yield* places(listing), before)
    })
  )

  it.effect("writes and tells of those that are new or changed, and of no other", () =>
    Effect.gen(function* () {
      const listing = key()
      yield* refresh(
        listing,
        ["a", "b", "c"].map((name) => measured(name))
      )
      const [a, b, c] = yield* places(listing)
      assert.deepStrictEqual(
        yield* refresh(listing, [
          measured("a"),
          measured("b", { used_bytes: 2 }),
          measured("c"),
          measured("d"),
          unreadBucket("e")
        ]),
        { announced: 1, told: ["b", "d", "e"] }
      )
      const after = yield* places(listing)
      assert.deepStrictEqual([after[0], after[2]], [a, c])
      assert.notDeepEqual(after[1], b)
    })
  )

  it.effect.prop(
    "writes a row exactly when it changes what is known, and then as any other writing would",
    { first: Reading, then: Reading },
    ({ first, then }) =>
      Effect.gen(function* () {
        const snapshots = yield* BucketSnapshots
        const [refreshed, put] = [key(), key()]
        for (const listing of [refreshed, put]) yield* snapshots.put(listing, rowOf("a", first))
        yield* snapshots.put(put, rowOf("a", then))
        const expected = yield* snapshots.row(put, "a")
        const changes = JSON.stringify(expected) !== JSON.stringify(yield* snapshots.row(refreshed, "a"))
        const { announced } = yield* refresh(refreshed, [rowOf("a", then)])
        assert.deepStrictEqual(yield* snapshots.row(refreshed, "a"), expected)
        assert.strictEqual(announced, changes ? 1 : 0)
      }),
    { arbitrary: { runs: 40 } }
  )

  it.effect("writes that a bucket waits for its deletion, which no gateway tells", () =>
    Effect.gen(function* () {
      const listing = key()
      yield* refresh(listing, [measured("a"), measured("b")])
      yield* (yield* SqlClient.SqlClient)`
        insert into bucket_quarantines (listing_key, context_id, bucket, policy, until, asked_at)
          values (${listing}, '1', 'b', '{}', '2026-03-04T00:00:00Z', now())`
      assert.deepStrictEqual((yield* refresh(listing, [measured("a"), measured("b")])).told, ["b"])
      assert.strictEqual((yield* (yield* BucketSnapshots).row(listing, "b"))?.quarantine, "quarantined")
    })
  )

  it.effect(
    "once it has ended well, what it has neither seen nor written is gone, and what was made here meanwhile is not",
    () =>
      Effect.gen(function* () {
        const listing = key()
        const [refreshes, snapshots] = [yield* BucketRefreshes, yield* BucketSnapshots]
        const north = measured("twin", { tenant: "north" })
        yield* refresh(listing, [measured("kept"), measured("gone"), north, measured("twin", { tenant: "south" })])
        yield* refreshes.begin(listing, "runner", Duration.minutes(1))
        yield* refreshes.write(listing, "runner", [measured("kept"), north, measured("written")], progress)
        yield* snapshots.put(listing, measured("made-here"))
        const there = Effect.map(snapshots.page(listing, {}), ({ items }) =>
          items.map(({ name, tenant }) => `${tenant}/${name}`).sort()
        )
        assert.includeMembers([...(yield* there)], ["/gone", "south/twin"], "nothing goes before")
        yield* refreshes.complete(listing, "runner", [measured("kept"), north])
        assert.deepStrictEqual(yield* there, ["/kept", "/made-here", "/written", "north/twin"])
      })
  )

  it.effect("who lost the lease writes nothing more, and takes nothing away", () =>
    Effect.gen(function* () {
      const listing = key()
      const [refreshes, snapshots] = [yield* BucketRefreshes, yield* BucketSnapshots]
      yield* refresh(listing, [measured("a")])
      yield* refreshes.begin(listing, "late", Duration.millis(1))
      yield* Effect.sleep("20 millis")
      assert.isTrue(yield* refreshes.begin(listing, "successor", Duration.minutes(1)))
      yield* refreshes.write(listing, "late", [measured("b")], { ...progress, due: true })
      yield* refreshes.complete(listing, "late", [])
      assert.deepStrictEqual(
        (yield* snapshots.page(listing, {})).items.map(({ name }) => name),
        ["a"]
      )
      assert.isTrue((yield* snapshots.state(listing)).refreshing)
    })
  )

  it.effect("many that wait for each other leave connections of the pool to requests", () =>
    Effect.gen(function* () {
      const [refreshes, snapshots, client] = [yield* BucketRefreshes, yield* BucketSnapshots, yield* PgClient.PgClient]
      const listings = Array.from({ length: 20 }, key)
      for (const listing of listings) yield* refreshes.begin(listing, "runner", Duration.minutes(1))
      const other = PgClient.layer({ ...client.config, maxConnections: 1 })
      yield* Effect.gen(function* () {
        const held = yield* SqlClient.SqlClient
        yield* held.withTransaction(
          Effect.gen(function* () {
            yield* held`select from bucket_listings for update`
            for (const listing of listings)
              yield* Effect.forkScoped(refreshes.write(listing, "runner", [measured("a")], progress))
            yield* Effect.sleep("200 millis")
            const reads = Effect.all(
              Array.from({ length: 20 }, () => snapshots.row(listings[0]!, "a")),
              { concurrency: "unbounded" }
            )
            assert.deepStrictEqual(
              yield* Effect.timeout(reads, "10 seconds"),
              Array.from({ length: 20 }, () => null)
            )
          })
        )
      }).pipe(Effect.provide(other), Effect.scoped)
    })
  )
})
