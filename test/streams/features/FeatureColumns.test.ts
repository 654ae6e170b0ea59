import { assert, it } from "@effect/vitest"
import { Effect, Layer, PubSub, Result, Stream } from "effect"
import { type BucketPage, unreadBucket } from "#domain/buckets/BucketListing.ts"
import { StorageError } from "#domain/platform/errors/Errors.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { LiveEvent } from "#domain/platform/LiveEvent.ts"
import type { OpenLinks } from "#domain/buckets/policies/OpenLinks.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { FeatureColumns, type FeatureMessage } from "#services/buckets/features/FeatureColumns.ts"
import { type DocumentRead, FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { ShareListings } from "#services/objects/shares/ShareListings.ts"
import { FeatureColumnsShared } from "#streams/features/FeatureColumnsShared.ts"
import { contextOf } from "../listings/fakeGateway.ts"

const versioned = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
const refused = new StorageError({
  operation: "s3.GetBucket.cors",
  storage_code: "AccessDenied",
  storage_status: 403,
  storage_request_id: null,
  detail: "refused"
})

/** Buckets with versioning on and an unreadable CORS. `lag` in milliseconds. */
const world = (count: number, lag = 0) =>
  Effect.gen(function* () {
    const events = yield* PubSub.unbounded<LiveEvent>()
    const names = Array.from({ length: count }, (_, index) => `bucket-${index}`)
    const calls: Array<string> = []
    const links = new Map<string, OpenLinks>()
    let running = 0
    let most = 0
    const page = (): BucketPage => ({
      items: names.map((name) => unreadBucket(name)),
      total: names.length,
      total_all: names.length,
      page: 1,
      page_size: names.length,
      has_next: false,
      listing: {
        state: "complete",
        refreshing: false,
        stale: false,
        refreshed_at: null,
        last_error: null,
        failed_at: null,
        version: 1
      }
    })
    const readSome = (_context: unknown, bucket: string, features: ReadonlyArray<FeatureName>) =>
      Effect.gen(function* () {
        most = Math.max(most, ++running)
        calls.push(...features.map((feature) => `${bucket} ${feature}`))
        yield* Effect.sleep(lag)
        return features.map(
          (feature): DocumentRead => (feature === "versioning" ? Result.succeed(versioned) : Result.fail(refused))
        )
      }).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            running -= 1
          })
        )
      )
    const unlisted = (): BucketPage => {
      const listed = page()
      return {
        ...listed,
        items: [],
        total: 0,
        total_all: 0,
        listing: {
          ...listed.listing,
          state: "empty",
          last_error: { code: "storage_error", detail: "The gateway refused it" }
        }
      }
    }
    const state = { refuses: false }
    const layer = FeatureColumnsShared.pipe(
      Layer.provide(Layer.mock(FeatureStore, { readSome })),
      Layer.provide(
        Layer.mock(BucketListings, {
          follow: () => () => {},
          page: () =>
            Effect.andThen(
              Effect.yieldNow,
              Effect.sync(() => (state.refuses ? unlisted() : page()))
            )
        })
      ),
      Layer.provide(Layer.mock(ShareListings, { open: () => Effect.sync(() => new Map(links)) })),
      Layer.provide(
        Layer.succeed(LiveEvents, {
          changes: Stream.fromPubSub(events),
          publish: (event) => Effect.asVoid(PubSub.publish(events, event))
        })
      )
    )
    return {
      layer,
      names,
      calls,
      links,
      state,
      most: () => most,
      running: () => running,
      announce: (event: LiveEvent) => PubSub.publish(events, event)
    }
  })

const context = contextOf("endpoint:1/owner:x")
const question = { query: {}, features: ["versioning", "cors"], face: "columns" } as const

const reader = Effect.map(FeatureColumns, (columns) => {
  const news: Array<FeatureMessage> = []
  const stop = columns.follow(context, question, (some) => news.push(...some))
  const until = (done: () => boolean) =>
    Effect.suspend(() => (done() ? Effect.void : Effect.sleep(5))).pipe(
      Effect.repeat({ until: done }),
      Effect.timeout("5 seconds")
    )
  const dones = () => news.filter(({ event }) => event === "done").length
  return {
    news,
    stop,
    until,
    dones,
    rows: () =>
      news.filter(({ event }) => event === "rows").flatMap(({ text }): ReadonlyArray<any> => JSON.parse(text).rows)
  }
})

it.live("five hundred who look cause one reading, and are told the very same", () =>
  Effect.gen(function* () {
    const { calls, layer, most } = yield* world(40, 2)
    yield* Effect.gen(function* () {
      const readers = yield* Effect.replicateEffect(reader, 500)
      for (const one of readers) yield* one.until(() => one.dones() === 1)
      assert.strictEqual(calls.length, 80)
      assert.isAtMost(most(), 8)
      const [first] = readers
      assert.isTrue(
        readers.every(({ news }) => news.at(-1) === first!.news.at(-1)),
        "made once for all"
      )
      const [row] = first!.rows()
      assert.deepStrictEqual(
        [row.features.versioning.state, row.features.cors.state, row.features.cors.problem.storage_code],
        ["enabled", "unavailable", "AccessDenied"]
      )
      assert.deepInclude(JSON.parse(first!.news.at(-1)!.text), { buckets: 40, unavailable: 40 })
      const percents = first!.news
        .filter(({ event }) => event === "progress")
        .map(({ text }) => JSON.parse(text).percent)
      assert.deepStrictEqual(
        percents,
        [...percents].sort((a, b) => a - b),
        "never falls"
      )
      const late = yield* reader
      assert.strictEqual(late.dones(), 1)
      assert.strictEqual(late.rows().length, 40)
      assert.strictEqual(calls.length, 80)
    }).pipe(Effect.provide(layer))
  })
)

it.live("what we change is read again at once, and only that", () =>
  Effect.gen(function* () {
    const { announce, calls, layer, names } = yield* world(5)
    yield* Effect.gen(function* () {
      const one = yield* reader
      yield* one.until(() => one.dones() === 1)
      yield* announce(
        LiveEvent.cases.FeatureChanged.make({ key: context.listingKey, bucket: "bucket-3", feature: "versioning" })
      )
      yield* one.until(() => one.dones() === 2)
      assert.deepStrictEqual(calls.slice(10), ["bucket-3 versioning"])
      yield* announce(
        LiveEvent.cases.FeatureChanged.make({
          key: "endpoint:1/owner:another",
          bucket: "bucket-3",
          feature: "versioning"
        })
      )
      names.push("later")
      yield* announce(LiveEvent.cases.ListingChanged.make({ key: context.listingKey, version: 2 }))
      yield* one.until(() => one.dones() === 3)
      assert.deepStrictEqual(calls.slice(11), ["later versioning", "later cors"])
    }).pipe(Effect.provide(layer))
  })
)

it.live("nothing more is read once nobody is left", () =>
  Effect.gen(function* () {
    const { calls, layer, running } = yield* world(400, 20)
    yield* Effect.gen(function* () {
      const [one, other] = [yield* reader, yield* reader]
      yield* one.until(() => calls.length > 0)
      one.stop()
      const before = calls.length
      yield* other.until(() => calls.length > before)
      other.stop()
      yield* other.until(() => running() === 0)
      const left = calls.length
      yield* Effect.sleep(80)
      assert.strictEqual(calls.length, left)
      assert.isBelow(left, 400)
      const columns = yield* FeatureColumns
      const found = yield* columns.read(context, ["bucket-0", "bucket-399"], ["versioning"])
      assert.deepStrictEqual([...found.keys()], ["bucket-0", "bucket-399"])
      assert.strictEqual(found.get("bucket-399")?.get("versioning")?.state, "enabled")
    }).pipe(Effect.provide(layer))
  })
)

it.live(
  "whether buckets are public is read for all who look at once, and again when what decides about it changes",
  () =>
    Effect.gen(function* () {
      const { announce, calls, layer } = yield* world(20, 1)
      yield* Effect.gen(function* () {
        const columns = yield* FeatureColumns
        const told: Array<ReadonlyArray<FeatureMessage>> = [[], []].map((news: Array<FeatureMessage>) => {
          columns.follow(context, { query: {}, features: ["exposure"], face: "exposure" }, (some) => news.push(...some))
          return news
        })
        const { until } = yield* reader
        const dones = () => told.map((news) => news.filter(({ event }) => event === "done").length)
        yield* until(() => dones().every((count) => count === 1))
        const parts = () => calls.filter((call) => /policy|acl|public_access_block|website/.test(call))
        assert.lengthOf(parts(), 80, "four documents a bucket, once for both")
        const rows: ReadonlyArray<any> = told[0]!
          .filter(({ event }) => event === "rows")
          .flatMap(({ text }) => JSON.parse(text).rows)
        assert.lengthOf(rows, 20)
        assert.isTrue(
          rows.every(({ problem, verdict }) => verdict === "unavailable" && problem.storage_code === "AccessDenied")
        )
        yield* announce(
          LiveEvent.cases.FeatureChanged.make({ key: context.listingKey, bucket: "bucket-3", feature: "acl" })
        )
        yield* until(() => dones().every((count) => count === 2))
        assert.lengthOf(parts(), 84, "that bucket alone")
        yield* announce(
          LiveEvent.cases.FeatureChanged.make({ key: context.listingKey, bucket: "bucket-3", feature: "cors" })
        )
        const page = yield* columns.exposures(context, ["bucket-3", "bucket-1"])
        assert.deepStrictEqual(
          page.map(({ bucket }) => bucket),
          ["bucket-3", "bucket-1"]
        )
        assert.lengthOf(parts(), 84)
      }).pipe(Effect.provide(layer))
    })
)

it.live("what could not be read is read again when somebody asks for that, and nothing else", () =>
  Effect.gen(function* () {
    const { calls, layer } = yield* world(10)
    yield* Effect.gen(function* () {
      const columns = yield* FeatureColumns
      const one = yield* reader
      yield* one.until(() => one.dones() === 1)
      assert.lengthOf(calls, 20)
      columns.follow(context, { ...question, again: true }, () => undefined)()
      yield* Effect.sleep(1_100)
      const stop = columns.follow(context, { ...question, again: true }, () => undefined)
      yield* one.until(() => one.dones() === 2)
      assert.deepStrictEqual(
        calls.slice(20).sort(),
        Array.from({ length: 10 }, (_, index) => `bucket-${index} cors`)
      )
      stop()
    }).pipe(Effect.provide(layer))
  })
)

it.live(
  "the exposure of a bucket is told anew once a link to it is made, and once it is " +
    "revoked, and that of no other bucket",
  () =>
    Effect.gen(function* () {
      const { announce, calls, layer, links } = yield* world(3)
      yield* Effect.gen(function* () {
        const columns = yield* FeatureColumns
        const rows: Array<{ readonly bucket: string; readonly ways: ReadonlyArray<{ readonly via: string }> }> = []
        const stop = columns.follow(context, { query: {}, features: ["exposure"], face: "exposure" }, (news) => {
          for (const { event, text } of news) if (event === "rows") rows.push(...JSON.parse(text).rows)
        })
        const until = (done: () => boolean) =>
          Effect.suspend(() => (done() ? Effect.void : Effect.sleep(5))).pipe(
            Effect.repeat({ until: done }),
            Effect.timeout("5 seconds")
          )
        yield* until(() => rows.length === 3)
        assert.deepStrictEqual(
          rows.flatMap(({ ways }) => ways),
          []
        )
        const read = calls.length
        const changed = LiveEvent.cases.ShareChanged.make({ shareId: "s", userId: "1", ended: false })
        links.set("bucket-1", { downloads: 1, uploads: 0, end: "2026-12-01T00:00:00.000Z" })
        yield* announce(changed)
        yield* until(() => rows.length === 4)
        links.clear()
        yield* announce(changed)
        yield* until(() => rows.length === 5)
        assert.deepStrictEqual(
          rows.slice(3).map(({ bucket, ways }) => [bucket, ways.map(({ via }) => via)]),
          [
            ["bucket-1", ["link"]],
            ["bucket-1", []]
          ]
        )
        assert.strictEqual(
          calls.slice(read).every((call) => call.startsWith("bucket-1 ")),
          true
        )
        stop()
      }).pipe(Effect.provide(layer))
    })
)

it.live(
  "buckets that could not be listed are not told as none: the end of a reading says why, and is told anew once " +
    "they are listed",
  () =>
    Effect.gen(function* () {
      const { announce, layer, state } = yield* world(2)
      state.refuses = true
      yield* Effect.gen(function* () {
        const one = yield* reader
        const done = () => one.news.filter(({ event }) => event === "done").map(({ text }) => JSON.parse(text))
        yield* one.until(() => one.dones() === 1)
        assert.deepInclude(done()[0], {
          buckets: 0,
          listing: {
            state: "empty",
            stale: false,
            refreshed_at: null,
            last_error: { code: "storage_error", detail: "The gateway refused it" }
          }
        })
        state.refuses = false
        // events before the boards listen are lost
        yield* Effect.andThen(
          announce(LiveEvent.cases.ListingChanged.make({ key: context.listingKey, version: 2 })),
          Effect.sleep(50)
        ).pipe(Effect.repeat({ until: () => one.dones() === 2 }), Effect.timeout("10 seconds"))
        assert.deepInclude(done()[1], { buckets: 2 })
        assert.deepInclude(done()[1].listing, { state: "complete", last_error: null })
      }).pipe(Effect.provide(layer))
    })
)
