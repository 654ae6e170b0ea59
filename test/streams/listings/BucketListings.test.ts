import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Ref, Schedule, Stream } from "effect"
import { TestRunner } from "effect/cluster"
import * as BucketSnapshotsSql from "#layers/sql/buckets/BucketSnapshotsSql.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { BucketRefreshes } from "#services/buckets/BucketRefreshes.ts"
import { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import { BucketListingActor } from "#streams/listings/BucketListingActor.ts"
import { BucketListingsShared } from "#streams/listings/BucketListingsShared.ts"
import { refreshBuckets } from "#streams/listings/refreshBuckets.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { watchListing } from "../../support/watchListing.ts"
import { TestSettings } from "../../support/testSettings.ts"
import { bucket, type FakeGateway, fakePorts, makeFakeGateway } from "./fakeGateway.ts"

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => bucket(`bucket-${String(index).padStart(5, "0")}`, index))
const everything = {}

const service = (gateway: FakeGateway, ttl = Duration.minutes(30)) =>
  BucketListingsShared.pipe(
    Layer.provideMerge(BucketListingActor),
    Layer.provideMerge(BucketSnapshotsSql.layer),
    Layer.provideMerge(LiveEventsSql.layer),
    Layer.provideMerge(fakePorts(gateway)),
    Layer.provide(TestRunner.layer),
    Layer.provideMerge(TestSettings({ listings: { ttl } })),
    Layer.fresh
  )

const key = () => `endpoint:1/owner:${crypto.randomUUID()}`

const settled = Effect.fnUntraced(function* (listing: string) {
  const snapshots = yield* BucketSnapshots
  return yield* snapshots.state(listing).pipe(
    Effect.repeat({
      schedule: Schedule.spaced("20 millis"),
      until: (state) => !state.refreshing && state.version > 1
    }),
    Effect.timeout("10 seconds")
  )
})

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("bucket listings", (it) => {
  it.effect("a hundred readers of a cold listing cause one refresh", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(300))
      yield* Ref.set(gateway.lag, Duration.millis(30))
      yield* Effect.gen(function* () {
        const listing = key()
        const listings = yield* BucketListings
        yield* Effect.all(
          Array.from({ length: 100 }, () => listings.page(listing, everything)),
          { concurrency: "unbounded" }
        )
        yield* settled(listing)
        assert.deepStrictEqual(yield* Ref.get(gateway.calls), { names: 1, statistics: 1 })
        const page = yield* listings.page(listing, everything)
        assert.strictEqual(page.total, 300)
        assert.isTrue(page.items.every((row) => row.has_statistics))
        assert.deepStrictEqual([page.listing.state, page.listing.stale], ["complete", false])
        assert.deepStrictEqual(
          yield* Ref.get(gateway.calls),
          { names: 1, statistics: 1 },
          "a warm page costs no gateway call"
        )
      }).pipe(Effect.provide(service(gateway)))
    })
  )

  it.effect("two services on one database cause one refresh", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(200))
      yield* Ref.set(gateway.lag, Duration.millis(50))
      const listing = key()
      const read = Effect.gen(function* () {
        const listings = yield* BucketListings
        yield* listings.page(listing, everything)
        yield* settled(listing)
        return (yield* listings.page(listing, everything)).total
      })
      const totals = yield* Effect.all(
        [read.pipe(Effect.provide(service(gateway))), read.pipe(Effect.provide(service(gateway)))],
        { concurrency: 2 }
      )
      assert.deepStrictEqual(totals, [200, 200])
      assert.deepStrictEqual(yield* Ref.get(gateway.calls), { names: 1, statistics: 1 })
    })
  )

  it.effect("names reach a watcher before statistics, and statistics chunk by chunk", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(400))
      yield* Ref.set(gateway.lag, Duration.millis(40))
      yield* Effect.gen(function* () {
        const listing = key()
        const events = yield* watchListing(listing, everything).pipe(
          Stream.takeUntil((event) => event.event === "state" && event.data.listing.state === "complete"),
          Stream.runCollect,
          Effect.timeout("10 seconds")
        )
        assert.strictEqual(events[0]?.event, "result")
        const rows = events.filter((event) => event.event === "rows")
        assert.isFalse(
          rows[0]!.data.rows.some((row) => row.has_statistics),
          "first come names"
        )
        const measured = rows.filter((event) => event.data.rows.some((row) => row.has_statistics))
        assert.isAbove(measured.length, 1, "statistics come in several chunks")
        const percents = events.filter((event) => event.event === "progress").map((event) => event.data.percent)
        assert.deepStrictEqual(
          percents,
          [...percents].sort((a, b) => a - b),
          "percent never falls"
        )
      }).pipe(Effect.provide(service(gateway)))
    })
  )

  it.effect("a gateway that is down leaves the last known rows, marked stale", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(20))
      yield* Effect.gen(function* () {
        const listing = key()
        const listings = yield* BucketListings
        yield* listings.refresh(listing)
        yield* settled(listing)
        yield* Ref.set(gateway.down, true)
        yield* listings.refresh(listing)
        yield* (yield* BucketSnapshots)
          .state(listing)
          .pipe(
            Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (state) => state.last_error !== null }),
            Effect.timeout("10 seconds")
          )
        const page = yield* listings.page(listing, everything)
        assert.strictEqual(page.total, 20)
        assert.deepStrictEqual([page.listing.stale, page.listing.last_error?.code], [true, "storage_timeout"])
        yield* Ref.set(gateway.down, false)
        yield* listings.refresh(listing)
        yield* (yield* BucketSnapshots).state(listing).pipe(
          Effect.repeat({
            schedule: Schedule.spaced("20 millis"),
            until: (state) => !state.stale && !state.refreshing
          }),
          Effect.timeout("10 seconds")
        )
      }).pipe(Effect.provide(service(gateway)))
    })
  )

  it.effect("buckets that are gone leave the listing only when a refresh ends well", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(10))
      yield* Effect.gen(function* () {
        const listing = key()
        const listings = yield* BucketListings
        yield* refreshBuckets(listing)
        yield* Ref.update(gateway.buckets, (all) => all.slice(3))
        const watcher = yield* watchListing(listing, everything).pipe(
          Stream.filter((event) => event.event === "removed"),
          Stream.take(1),
          Stream.runCollect,
          Effect.forkScoped
        )
        yield* Effect.sleep("100 millis")
        yield* refreshBuckets(listing)
        assert.strictEqual((yield* listings.page(listing, everything)).total, 7)
        const [removed] = yield* Effect.timeout(Fiber.join(watcher), "5 seconds")
        assert.sameMembers([...removed!.data.names], ["bucket-00000", "bucket-00001", "bucket-00002"])
      }).pipe(Effect.provide(service(gateway)))
    })
  )

  it.effect("a listing is read as fast as its gateway can until it is known, and gently from then on", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(10))
      yield* Effect.gen(function* () {
        const listing = key()
        yield* Ref.set(gateway.down, true)
        yield* refreshBuckets(listing)
        yield* Ref.set(gateway.down, false)
        yield* (yield* BucketListings).created(listing, { ...bucket("made-here"), has_statistics: true })
        const refreshes = yield* BucketRefreshes
        yield* refreshes.begin(listing, "dead", Duration.minutes(1))
        yield* refreshes.write(listing, "dead", [{ ...bucket("bucket-00000"), has_statistics: true }], {
          processed: 1,
          total: 10,
          due: true
        })
        yield* refreshes.abandon(listing, "dead")
        assert.strictEqual((yield* (yield* BucketSnapshots).state(listing)).state, "partial")
        for (let round = 0; round < 2; round++) yield* refreshBuckets(listing)
        assert.deepStrictEqual(yield* Ref.get(gateway.paces), ["fast", "gentle"])
      }).pipe(Effect.provide(service(gateway)))
    })
  )

  it.effect("what somebody asks for is not read gently, also where a refresh that nobody waited for runs already", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(600))
      yield* Effect.gen(function* () {
        const listing = key()
        const listings = yield* BucketListings
        yield* refreshBuckets(listing)
        const known = yield* (yield* BucketSnapshots).state(listing)
        yield* listings.refresh(listing)
        yield* (yield* BucketSnapshots).state(listing).pipe(
          Effect.repeat({
            schedule: Schedule.spaced("20 millis"),
            until: ({ refreshing, version }) => !refreshing && version > known.version + 1
          }),
          Effect.timeout("10 seconds")
        )
        assert.deepStrictEqual(yield* Ref.get(gateway.paces), ["fast", "gentle", "waited for"])
        yield* Ref.set(gateway.lag, Duration.seconds(1))
        yield* Effect.forkChild(refreshBuckets(listing))
        yield* Ref.get(gateway.paces).pipe(
          Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (paces) => paces.length === 4 }),
          Effect.timeout("10 seconds")
        )
        yield* listings.refresh(listing)
        yield* Ref.get(gateway.paces).pipe(
          Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (paces) => paces.length === 5 }),
          Effect.timeout("20 seconds")
        )
        assert.deepStrictEqual((yield* Ref.get(gateway.paces)).slice(3), ["gentle", "waited for"])
      }).pipe(Effect.provide(service(gateway)))
    })
  )

  it.effect("a process that dies during a refresh leaves the old snapshot, and its successor refreshes", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(50))
      const listing = key()
      yield* refreshBuckets(listing).pipe(Effect.provide(service(gateway)))
      yield* Ref.set(gateway.buckets, many(60))
      const died = Effect.gen(function* () {
        const snapshots = yield* BucketSnapshots
        // what kill -9 leaves: a lease that is not renewed
        assert.isTrue(yield* (yield* BucketRefreshes).begin(listing, "dead", Duration.millis(300)))
        const rows = (yield* snapshots.page(listing, everything)).items
        yield* (yield* BucketRefreshes).write(listing, "dead", rows.slice(0, 5), {
          processed: 5,
          total: 60,
          due: false
        })
      })
      yield* Effect.gen(function* () {
        yield* died
        const listings = yield* BucketListings
        assert.strictEqual((yield* listings.page(listing, everything)).total, 50)
        yield* Effect.sleep("400 millis")
        yield* listings.refresh(listing)
        yield* Effect.sleep("100 millis")
        yield* settled(listing)
        assert.strictEqual((yield* listings.page(listing, everything)).total, 60)
      }).pipe(Effect.provide(service(gateway)))
    })
  )

  it.effect(
    "a refresh that was asked for survives whoever ran it, killed or stopped, though nobody looks and the " +
      "listing is young",
    () =>
      Effect.gen(function* () {
        const gateway = yield* makeFakeGateway(many(5))
        const [killed, stopped] = [key(), key()]
        yield* Effect.gen(function* () {
          const [listings, refreshes] = [yield* BucketListings, yield* BucketRefreshes]
          for (const listing of [killed, stopped]) yield* refreshBuckets(listing)
          yield* Ref.set(gateway.buckets, many(7))
          // as after kill -9 of a running refresh: the request, and a lease that is not renewed
          yield* refreshes.ask(killed)
          assert.isTrue(yield* refreshes.begin(killed, "dead", Duration.millis(300)))
          yield* Ref.set(gateway.lag, Duration.seconds(20))
          yield* listings.refresh(stopped)
          yield* (yield* BucketSnapshots)
            .state(stopped)
            .pipe(
              Effect.repeat({ schedule: Schedule.spaced("10 millis"), until: (state) => state.refreshing }),
              Effect.timeout("5 seconds")
            )
        }).pipe(Effect.provide(service(gateway)))
        yield* Ref.set(gateway.lag, Duration.zero)
        yield* Effect.gen(function* () {
          const [snapshots, refreshes] = [yield* BucketSnapshots, yield* BucketRefreshes]
          for (const listing of [killed, stopped]) {
            // read the snapshot only: a reader of the listing would start a refresh
            yield* Effect.repeat(Effect.delay(snapshots.page(listing, everything), "50 millis"), {
              while: ({ total }) => total < 7
            }).pipe(Effect.timeout("15 seconds"))
          }
          yield* Effect.repeat(Effect.delay(refreshes.unserved, "20 millis"), {
            while: (left) => left.length > 0
          }).pipe(Effect.timeout("5 seconds"))
          // otherwise the next test's service would resume it
          for (const listing of [killed, stopped]) yield* settled(listing)
        }).pipe(Effect.provide(service(gateway)))
      })
  )

  it.effect("our own changes show at once, without a refresh", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(3))
      yield* Effect.gen(function* () {
        const listing = key()
        const listings = yield* BucketListings
        yield* refreshBuckets(listing)
        yield* listings.created(listing, { ...bucket("made-here"), has_statistics: true })
        yield* listings.removed(listing, "bucket-00001")
        const names = (yield* listings.page(listing, everything)).items.map((row) => row.name)
        assert.deepStrictEqual(names, ["bucket-00000", "bucket-00002", "made-here"])
        assert.strictEqual((yield* Ref.get(gateway.calls)).names, 1)
      }).pipe(Effect.provide(service(gateway)))
    })
  )

  it.effect("a bucket deleted during a refresh is not brought back by what the gateway said before", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(300))
      yield* Ref.set(gateway.lag, Duration.millis(60))
      yield* Effect.gen(function* () {
        const listing = key()
        const listings = yield* BucketListings
        const refreshing = yield* Effect.forkScoped(refreshBuckets(listing))
        yield* Effect.sleep("90 millis")
        yield* listings.removed(listing, "bucket-00299")
        yield* listings.removed(listing, "bucket-00298")
        yield* listings.created(listing, { ...bucket("bucket-00298", 7), has_statistics: true })
        yield* Fiber.join(refreshing)
        assert.isNull(yield* listings.bucket(listing, "bucket-00299"))
        assert.isNotNull(yield* listings.bucket(listing, "bucket-00298"))
        assert.strictEqual((yield* listings.page(listing, everything)).total, 299)
      }).pipe(Effect.provide(service(gateway)))
    })
  )

  it.effect("a process that stops during a refresh gives it up at once: its successor does not wait for a lease", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(20))
      yield* Ref.set(gateway.lag, Duration.seconds(20))
      const listing = key()
      yield* Effect.gen(function* () {
        yield* (yield* BucketListings).refresh(listing)
        yield* (yield* BucketSnapshots)
          .state(listing)
          .pipe(
            Effect.repeat({ schedule: Schedule.spaced("10 millis"), until: (state) => state.refreshing }),
            Effect.timeout("5 seconds")
          )
      }).pipe(Effect.provide(service(gateway)))
      yield* Ref.set(gateway.lag, Duration.zero)
      yield* Effect.gen(function* () {
        const page = yield* Effect.timeout((yield* BucketListings).page(listing, everything), "5 seconds")
        assert.deepStrictEqual([page.total, page.listing.state], [20, "complete"])
      }).pipe(Effect.provide(service(gateway)))
    })
  )

  it.effect("a page left open is refreshed when its listing gets too old", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(5))
      yield* Effect.gen(function* () {
        const listing = key()
        const listings = yield* BucketListings
        yield* listings.page(listing, everything)
        const watcher = yield* watchListing(listing, everything).pipe(
          Stream.filter((event) => event.event === "done"),
          Stream.take(2),
          Stream.runCollect,
          Effect.forkScoped
        )
        yield* Effect.timeout(Fiber.join(watcher), "5 seconds")
        assert.isAbove((yield* Ref.get(gateway.calls)).names, 2)
      }).pipe(Effect.provide(service(gateway, Duration.millis(200))))
    })
  )

  it.effect(
    "a gateway that cannot be read at all answers an empty listing with its reason, and is left alone for a while",
    () =>
      Effect.gen(function* () {
        const gateway = yield* makeFakeGateway(many(5))
        yield* Ref.set(gateway.down, true)
        yield* Effect.gen(function* () {
          const listing = key()
          const listings = yield* BucketListings
          const pages = yield* Effect.all(Array.from({ length: 5 }, () => listings.page(listing, everything)))
          assert.deepStrictEqual(
            pages.map(({ listing, total }) => [total, listing.state, listing.last_error?.code]),
            Array.from({ length: 5 }, () => [0, "empty", "storage_timeout"])
          )
          assert.strictEqual((yield* Ref.get(gateway.calls)).names, 1)
        }).pipe(Effect.provide(service(gateway)))
      })
  )

  it.effect("a page searches, sorts and pages the snapshot", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway([...many(30), bucket("100%_sure", 5)])
      yield* Effect.gen(function* () {
        const listing = key()
        const listings = yield* BucketListings
        yield* refreshBuckets(listing)
        const found = yield* listings.page(listing, { ...everything, search: "%_" })
        assert.deepStrictEqual(
          found.items.map((row) => row.name),
          ["100%_sure"],
          "wildcards of SQL mean themselves"
        )
        const second = yield* listings.page(listing, {
          ...everything,
          page: 2,
          page_size: 10,
          sort_by: "used_bytes",
          sort_dir: "desc"
        })
        assert.deepStrictEqual([second.total, second.has_next, second.items.length], [31, true, 10])
        assert.strictEqual(second.items[0]?.used_bytes, 19)
      }).pipe(Effect.provide(service(gateway)))
    })
  )
})
