import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Ref, Schedule, Stream } from "effect"
import { TestRunner } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { type BucketQuery, unreadBucket } from "#domain/buckets/BucketListing.ts"
import { formatPosition, parsePosition } from "#domain/buckets/listingPosition.ts"
import * as BucketSnapshotsSql from "#layers/sql/buckets/BucketSnapshotsSql.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import { BucketListings, type ListingUpdate } from "#services/buckets/BucketListings.ts"
import { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import { BucketListingActor } from "#streams/listings/BucketListingActor.ts"
import { BucketListingsShared } from "#streams/listings/BucketListingsShared.ts"
import { refreshBuckets } from "#streams/listings/refreshBuckets.ts"
import { ListingModel } from "../../support/ListingModel.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { TestSettings } from "../../support/testSettings.ts"
import { watchListing } from "../../support/watchListing.ts"
import { bucket, fakePorts, makeFakeGateway } from "./fakeGateway.ts"

const everything: BucketQuery = {}
const firstPage: BucketQuery = { page: 1, page_size: 10 }
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => bucket(`bucket-${String(index).padStart(5, "0")}`, index))
const newKey = () => `endpoint:1/owner:${crypto.randomUUID()}`

interface Reads {
  pages: number
  changes: number
  states: number
}

const counted = (reads: Reads) =>
  Layer.effect(
    BucketSnapshots,
    Effect.map(BucketSnapshots, (snapshots) =>
      BucketSnapshots.of({
        ...snapshots,
        page: (key, query) =>
          Effect.suspend(() => {
            reads.pages += 1
            return snapshots.page(key, query)
          }),
        changesSince: (key, version) =>
          Effect.suspend(() => {
            reads.changes += 1
            return snapshots.changesSince(key, version)
          }),
        state: (key) =>
          Effect.suspend(() => {
            reads.states += 1
            return snapshots.state(key)
          })
      })
    )
  ).pipe(Layer.provideMerge(BucketSnapshotsSql.layer))

const withFeeds = <A, E, R>(
  buckets: number,
  test: (
    key: string,
    reads: Reads,
    gateway: Effect.Success<ReturnType<typeof makeFakeGateway>>
  ) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const gateway = yield* makeFakeGateway(many(buckets))
    const reads: Reads = { pages: 0, changes: 0, states: 0 }
    const key = newKey()
    return yield* Effect.gen(function* () {
      yield* refreshBuckets(key)
      Object.assign(reads, { pages: 0, changes: 0, states: 0 })
      return yield* test(key, reads, gateway)
    }).pipe(
      Effect.scoped,
      Effect.provide(
        BucketListingsShared.pipe(
          Layer.provideMerge(BucketListingActor),
          Layer.provideMerge(counted(reads)),
          Layer.provideMerge(LiveEventsSql.layer),
          Layer.provideMerge(fakePorts(gateway)),
          Layer.provide(TestRunner.layer),
          Layer.provideMerge(TestSettings({ listings: { ttl: Duration.minutes(30) } })),
          Layer.fresh
        )
      )
    )
  })

const soon = <A, E, R>(check: Effect.Effect<A, E, R>, until: (value: A) => boolean) =>
  check.pipe(Effect.repeat({ schedule: Schedule.spaced("10 millis"), until }), Effect.timeout("10 seconds"))

const messagesFrom = (key: string, after: string | null, query: BucketQuery = everything) =>
  watchListing(key, query, after).pipe(
    Stream.takeUntil(({ event }) => event === "state" || event === "result"),
    Stream.runCollect,
    Effect.timeout("10 seconds")
  )

const lastId = (messages: ReadonlyArray<{ readonly id: string }>) => messages.at(-1)?.id ?? null

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("followers of a listing", (it) => {
  it.effect("five hundred share one reading of the page and one of each change, and are handed the same object", () =>
    withFeeds(40, (key, reads) =>
      Effect.gen(function* () {
        const listings = yield* BucketListings
        const heard = Array.from({ length: 500 }, (): Array<ListingUpdate> => [])
        const stops = heard.map((news) =>
          listings.follow(key, firstPage, null, (one) => {
            news.push(one)
          })
        )
        yield* soon(
          Effect.sync(() => heard.every(({ length }) => length === 1)),
          (all) => all
        )
        assert.deepStrictEqual(reads, { pages: 1, changes: 0, states: 0 })
        yield* listings.created(key, unreadBucket("another"))
        yield* soon(
          Effect.sync(() => heard.every(({ length }) => length === 2)),
          (all) => all
        )
        assert.deepStrictEqual(reads, { pages: 1, changes: 1, states: 0 })
        assert.lengthOf(new Set(heard.map(([, news]) => news)), 1)
        const late: Array<ListingUpdate> = []
        stops.push(
          listings.follow(key, firstPage, null, (one) => {
            late.push(one)
          }),
          listings.follow(key, firstPage, null, (one) => {
            late.push(one)
          })
        )
        yield* soon(
          Effect.sync(() => late.length),
          (length) => length === 2
        )
        assert.deepStrictEqual(reads, { pages: 2, changes: 1, states: 0 })
        const sorted: BucketQuery = { ...firstPage, sort_by: "used_bytes" }
        stops.push(listings.follow(key, sorted, null, () => {}))
        yield* soon(
          Effect.sync(() => reads.pages),
          (pages) => pages === 3
        )
        yield* refreshBuckets(key)
        const done = ([news]: ReadonlyArray<ListingUpdate>) => news?.at(-1)?.event === "done"
        yield* soon(
          Effect.sync(() => heard.every((news) => done(news.slice(-1)))),
          (all) => all
        )
        assert.strictEqual(reads.pages, 5)
        for (const stop of stops) stop()
        const before = { ...reads }
        yield* listings.created(key, unreadBucket("unseen"))
        yield* Effect.sleep("200 millis")
        assert.deepStrictEqual(reads, before, "nobody follows, so nothing is read")
      })
    )
  )

  it.effect("who comes back gets what changed since, and no page; then what comes next", () =>
    withFeeds(5, (key) =>
      Effect.gen(function* () {
        const listings = yield* BucketListings
        const id = lastId(yield* messagesFrom(key, null))
        yield* listings.created(key, unreadBucket("added"))
        yield* listings.removed(key, "bucket-00000")
        const back = yield* messagesFrom(key, id)
        assert.deepStrictEqual(
          back.map(({ event }) => event),
          ["removed", "rows", "state"]
        )
        assert.isTrue(back.every((message) => Number(message.id) > Number(id)))
        const next = yield* watchListing(key, everything, lastId(back)).pipe(
          Stream.filter(({ event }) => event === "rows"),
          Stream.take(1),
          Stream.runCollect,
          Effect.forkScoped
        )
        yield* Effect.sleep("100 millis")
        yield* listings.created(key, unreadBucket("later"))
        const [rows] = yield* Effect.timeout(Fiber.join(next), "5 seconds")
        assert.isTrue(rows?.event === "rows" && rows.data.rows.map(({ name }) => name).join() === "later")
      })
    )
  )

  it.effect("who comes back and missed nothing is told how things are, with an id that grows", () =>
    withFeeds(5, (key) =>
      Effect.gen(function* () {
        const first = yield* messagesFrom(key, null)
        const again = yield* messagesFrom(key, lastId(first))
        assert.deepStrictEqual(
          again.map(({ event }) => event),
          ["state"]
        )
        assert.isAbove(Number(again[0]?.id), Number(first[0]?.id))
      })
    )
  )

  it.effect("who comes back after a refresh that ended well is told its page and its end", () =>
    withFeeds(5, (key) =>
      Effect.gen(function* () {
        const id = lastId(yield* messagesFrom(key, null))
        yield* refreshBuckets(key)
        const back = yield* watchListing(key, everything, id).pipe(
          Stream.takeUntil(({ event }) => event === "done"),
          Stream.runCollect,
          Effect.timeout("10 seconds")
        )
        assert.deepStrictEqual(
          back.slice(-2).map(({ event }) => event),
          ["result", "done"]
        )
      })
    )
  )

  it.effect("an id that is none of ours, from the future, or older than what removals are kept for begins anew", () =>
    withFeeds(5, (key) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const listings = yield* BucketListings
        const id = lastId(yield* messagesFrom(key, null))
        for (const strange of [
          "",
          "x",
          "-1",
          "1e3",
          "99999999999999999999",
          "\u0000",
          "1.5",
          formatPosition({ version: 1_000_000, count: 0 })
        ]) {
          const [first] = yield* messagesFrom(key, strange)
          assert.strictEqual(first?.event, "result", JSON.stringify(strange))
        }
        yield* listings.removed(key, "bucket-00000")
        yield* sql`update bucket_listing_removals set removed_at = removed_at - interval '2 hours' where key = ${key}`
        yield* refreshBuckets(key)
        const [first] = yield* messagesFrom(key, id)
        assert.strictEqual(first?.event, "result", "a removal that is forgotten would be missed")
      })
    )
  )

  it.effect("a process that has heard less than its reader catches up first", () =>
    withFeeds(5, (key) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const held = yield* Effect.forkScoped(Stream.runDrain(watchListing(key, everything)))
        yield* Effect.sleep("100 millis")
        const [{ version }] = (yield* sql<{ version: number }>`
        update bucket_listings set version = version + 1 where key = ${key} returning version`) as [{ version: number }]
        const back = yield* messagesFrom(key, formatPosition({ version, count: 0 }))
        assert.deepStrictEqual(
          back.map(({ event }) => event),
          ["state"]
        )
        yield* Fiber.interrupt(held)
      })
    )
  )

  it.effect(
    "whoever is cut off after any message, again and again, ends with the listing, and no id comes twice",
    () =>
      withFeeds(30, (key, _, gateway) =>
        Effect.gen(function* () {
          const listings = yield* BucketListings
          const changing = yield* Effect.forkScoped(
            Effect.gen(function* () {
              for (let round = 0; round < 40; round++) {
                yield* listings.created(key, unreadBucket(`new-${round % 15}`))
                if (round % 3 === 0) yield* listings.removed(key, `new-${(round * 7) % 15}`)
                if (round % 11 === 5) {
                  yield* Ref.update(gateway.buckets, (all) => all.slice(1))
                  yield* refreshBuckets(key)
                }
                yield* Effect.sleep("5 millis")
              }
            })
          )
          const model = new ListingModel()
          let after: string | null = null
          for (let connection = 0; connection < 60; connection++) {
            const part: ReadonlyArray<ListingUpdate[number]> = yield* watchListing(key, everything, after).pipe(
              Stream.take(1 + ((connection * 5) % 7)),
              Stream.runCollect,
              Effect.timeoutOrElse({ duration: "300 millis", orElse: () => Effect.succeed([]) })
            )
            for (const message of part) model.read(message)
            after = part.at(-1)?.id ?? after
          }
          yield* Fiber.join(changing)
          for (const message of yield* messagesFrom(key, after)) model.read(message)
          yield* Effect.sleep("100 millis")
          const rest = yield* watchListing(key, everything, String(model.ids.at(-1))).pipe(
            Stream.takeUntil(({ event }) => event === "state"),
            Stream.runCollect
          )
          for (const message of rest) model.read(message)
          assert.deepStrictEqual(model.sorted, (yield* listings.page(key, everything)).items)
          assert.isTrue(model.idsGrow, model.ids.join(" "))
        })
      ),
    60_000
  )

  it.effect("a database that fails for a while keeps followers waiting, not missing", () =>
    withFeeds(5, (key) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const listings = yield* BucketListings
        const names: Array<string> = []
        const stop = listings.follow(key, everything, null, (news) => {
          for (const message of news)
            if (message.event === "rows") names.push(...message.data.rows.map(({ name }) => name))
        })
        yield* Effect.sleep("200 millis")
        yield* sql`alter table bucket_listing_removals rename to gone_for_now`
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`update bucket_listings set version = version + 1 where key = ${key}`
            yield* sql`update bucket_listing_rows set version = l.version from bucket_listings l
              where l.key = bucket_listing_rows.key and name = 'bucket-00003'`
            yield* sql`select pg_notify('stowage_live',
              json_build_object('_tag', 'ListingChanged', 'key', key, 'version', version)::text) from bucket_listings
              where key = ${key}`
          })
        )
        yield* Effect.sleep("300 millis")
        assert.deepStrictEqual(names, [])
        yield* sql`alter table gone_for_now rename to bucket_listing_removals`
        yield* soon(
          Effect.sync(() => names.join()),
          (told) => told === "bucket-00003"
        )
        stop()
      })
    )
  )

  it("positions and ids are the same thing", () => {
    for (const position of [
      { version: 0, count: 0 },
      { version: 7, count: 999_999 },
      { version: 2_147_483_647, count: 3 }
    ]) {
      assert.deepStrictEqual(parsePosition(formatPosition(position)), position)
    }
  })
})
