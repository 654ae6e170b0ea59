import { assert, layer } from "@effect/vitest"
import { DateTime, Deferred, Duration, Effect, Fiber, Layer, Ref, Schedule, Stream } from "effect"
import { TestRunner } from "effect/cluster"
import { StorageError } from "#domain/platform/errors/Errors.ts"
import type { UsageEvent } from "#domain/usage/Usage.ts"
import * as UsageSnapshotsSql from "#layers/sql/usage/UsageSnapshotsSql.ts"
import * as UsageDaysSql from "#layers/sql/usage/UsageDaysSql.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { UsageDays } from "#services/usage/UsageDays.ts"
import { UsageSnapshots } from "#services/usage/UsageSnapshots.ts"
import { UsageScans } from "#services/usage/UsageScans.ts"
import { contentsCount } from "#domain/usage/contentsCount.ts"
import { Usage } from "#services/usage/Usage.ts"
import { countBuckets } from "#streams/usage/countBuckets.ts"
import { UsageActor } from "#streams/usage/UsageActor.ts"
import { UsageShared } from "#streams/usage/UsageShared.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { bucket, contextOf, type FakeGateway, fakePorts, makeFakeGateway } from "../listings/fakeGateway.ts"

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => bucket(`bucket-${String(index).padStart(5, "0")}`, index))
const key = () => contextOf(`endpoint:1/owner:${crypto.randomUUID()}`)

const holding = (held: Deferred.Deferred<void>) =>
  Layer.effect(
    Rgw,
    Effect.map(Rgw, (rgw) => ({
      ...rgw,
      bucketStatistics: (...asked: Parameters<typeof rgw.bucketStatistics>) =>
        rgw
          .bucketStatistics(...asked)
          .pipe(
            Stream.mapEffect((chunk, index) =>
              index === 0 ? Effect.succeed(chunk) : Effect.as(Deferred.await(held), chunk)
            )
          )
    }))
  )

/** `held`: the gateway waits for it before its second chunk. */
const service = (
  gateway: FakeGateway,
  held?: Deferred.Deferred<void>,
  looks: Layer.Layer<UsageScans, never, Layer.Services<typeof UsageScans.layer>> = UsageScans.layer
) =>
  UsageShared.pipe(
    Layer.provideMerge(UsageActor),
    Layer.provideMerge(looks),
    Layer.provideMerge(Layer.merge(UsageSnapshotsSql.layer, UsageDaysSql.layer)),
    Layer.provideMerge(
      held === undefined ? fakePorts(gateway) : holding(held).pipe(Layer.provideMerge(fakePorts(gateway)))
    ),
    Layer.provide(TestRunner.layer),
    Layer.fresh
  )

const aMonthAgo = Effect.map(DateTime.now, DateTime.subtract({ days: 30 }))

const percents = (events: ReadonlyArray<UsageEvent>) =>
  events.flatMap((event) => (event.event === "progress" ? [event.data.percent] : []))

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("usage", (it) => {
  it.effect("a recount tells how far it is, never backwards, and its result is the latest usage", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(450))
      yield* Ref.set(gateway.lag, Duration.millis(10))
      yield* Effect.gen(function* () {
        const listing = key()
        const usage = yield* Usage
        assert.isNull(yield* usage.latest(listing))
        const events = yield* Stream.runCollect(usage.recount(listing, "statistics"))
        assert.isAbove(percents(events).length, 3)
        assert.deepStrictEqual(
          percents(events),
          [...percents(events)].sort((a, b) => a - b)
        )
        const last = events.at(-1)
        assert.strictEqual(last?.event, "result")
        const latest = yield* usage.latest(listing)
        assert.deepStrictEqual(latest?.statistics, {
          bucket_count: 450,
          object_count: 450,
          used_bytes: (449 * 450) / 2,
          unavailable_count: 0
        })
        assert.strictEqual(latest?.distribution.length, 100)
        assert.strictEqual(latest?.distribution[0]?.name, "bucket-00449")
        assert.isNull(latest?.warnings ?? null)
      }).pipe(Effect.provide(service(gateway)))
    })
  )

  it.effect("a count of an endpoint tells tenants apart, and fails when the statistics are refused", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway([
        { ...bucket("archive", 2), tenant: "acme" },
        { ...bucket("archive", 1), tenant: "" }
      ])
      const count = Effect.gen(function* () {
        const listing = `endpoint:${crypto.randomUUID()}/usage`
        const source = { ...contextOf(listing), bucketOwner: { _tag: "All" } as const }
        const { counted, rows } = yield* countBuckets(listing, source, [], new Date(0).toISOString())
        yield* Stream.runDrain(rows)
        return (yield* Ref.get(counted)).sum.distribution.map(({ name }) => name)
      })
      const refusal = new StorageError({
        operation: "rgw.GetBucket",
        storage_code: "AccessDenied",
        storage_status: 403,
        storage_request_id: null,
        detail: "Refused"
      })
      const refusing = Layer.effect(
        Rgw,
        Effect.map(Rgw, (rgw) => ({ ...rgw, bucketStatistics: () => Stream.fail(refusal) }))
      )
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* count, ["acme/archive", "archive"])
        assert.strictEqual(yield* Effect.flip(Effect.provide(count, refusing)), refusal)
      }).pipe(Effect.provide(service(gateway)))
    })
  )

  it.effect("ten watchers share one count, and each gets its result; the next recount counts anew", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(300))
      yield* Ref.set(gateway.lag, Duration.millis(40))
      yield* Effect.gen(function* () {
        const listing = key()
        const usage = yield* Usage
        const results = yield* Effect.all(
          Array.from({ length: 10 }, () => Stream.runLast(usage.recount(listing, "statistics"))),
          { concurrency: "unbounded" }
        )
        assert.isTrue(results.every((last) => last._tag === "Some" && last.value.event === "result"))
        assert.deepStrictEqual(yield* Ref.get(gateway.calls), { names: 1, statistics: 1 })
        yield* Stream.runDrain(usage.recount(listing, "statistics"))
        assert.deepStrictEqual(yield* Ref.get(gateway.calls), { names: 2, statistics: 2 })
      }).pipe(Effect.provide(service(gateway)))
    })
  )

  it.effect("a watcher that goes leaves the count to the others; when the last goes, the count stops", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(1_000))
      yield* Ref.set(gateway.lag, Duration.millis(50))
      yield* Effect.gen(function* () {
        const listing = key()
        const usage = yield* Usage
        const watch = Effect.forkScoped(Stream.runLast(usage.recount(listing, "statistics")))
        const [one, other] = [yield* watch, yield* watch]
        yield* Effect.sleep("120 millis")
        yield* Fiber.interrupt(one)
        const last = yield* Effect.timeout(Fiber.join(other), "10 seconds")
        assert.isTrue(last._tag === "Some" && last.value.event === "result")

        const alone = key()
        const lonely = yield* Effect.forkScoped(Stream.runDrain(usage.recount(alone, "statistics")))
        yield* Effect.sleep("150 millis")
        yield* Fiber.interrupt(lonely)
        const reads = yield* Ref.get(gateway.reads).pipe(Effect.delay("100 millis"))
        yield* Effect.sleep("200 millis")
        assert.strictEqual(yield* Ref.get(gateway.reads), reads, "nothing is read for nobody")
        assert.isNull(yield* usage.latest(alone))
      }).pipe(Effect.provide(service(gateway)))
    })
  )

  it.effect("a gateway that fails fails the recount of all its watchers, and the next one starts anew", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(10))
      yield* Ref.set(gateway.down, true)
      yield* Effect.gen(function* () {
        const listing = key()
        const usage = yield* Usage
        const error = yield* Effect.flip(Stream.runDrain(usage.recount(listing, "statistics")))
        assert.strictEqual(error._tag, "StorageTimeout")
        yield* Ref.set(gateway.down, false)
        const last = yield* Stream.runLast(usage.recount(listing, "statistics")).pipe(
          Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (found) => found._tag === "Some", times: 50 })
        )
        assert.isTrue(last._tag === "Some" && last.value.event === "result")
      }).pipe(Effect.provide(service(gateway)))
    })
  )

  it.effect("500 watchers cost one count; a late one first hears all that is known, and its percent never falls", () =>
    Effect.gen(function* () {
      const gateway = yield* makeFakeGateway(many(400))
      const held = yield* Deferred.make<void>()
      const half = yield* Deferred.make<void>()
      yield* Effect.gen(function* () {
        const listing = key()
        const usage = yield* Usage
        const heard = yield* Ref.make(0)
        const first = yield* Effect.forkScoped(
          Stream.runCollect(
            usage
              .recount(listing, "statistics")
              .pipe(Stream.tap((event) => (event.event === "rows" ? Deferred.succeed(half, undefined) : Effect.void)))
          )
        )
        yield* Deferred.await(half)
        const watch = usage.recount(listing, "statistics").pipe(
          Stream.tap((event) => (event.event === "rows" ? Ref.update(heard, (times) => times + 1) : Effect.void)),
          Stream.runCollect
        )
        const late = yield* Effect.forkScoped(
          Effect.all(
            Array.from({ length: 499 }, () => watch),
            { concurrency: "unbounded" }
          )
        )
        yield* Ref.get(heard).pipe(
          Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (times) => times >= 499 })
        )
        yield* Deferred.succeed(held, undefined)
        const all = [yield* Fiber.join(first), ...(yield* Fiber.join(late))]
        for (const events of all) {
          assert.strictEqual(
            new Set(
              events.flatMap((event) => (event.event === "rows" ? event.data.buckets.map(({ name }) => name) : []))
            ).size,
            400
          )
          assert.deepStrictEqual(
            percents(events),
            [...percents(events)].sort((a, b) => a - b)
          )
          assert.strictEqual(events.at(-1)?.event, "result")
        }
        assert.deepStrictEqual(yield* Ref.get(gateway.calls), { names: 1, statistics: 1 })
      }).pipe(Effect.provide(service(gateway, held)))
    })
  )

  it.effect(
    "each bucket has a row, a bucket that is gone has none after the next count, and each day one of its own",
    () =>
      Effect.gen(function* () {
        const gateway = yield* makeFakeGateway([
          { ...bucket("full", 900), quota_max_size_bytes: 1_000 },
          bucket("gone", 5),
          { ...bucket("unread"), used_bytes: null, object_count: null }
        ])
        yield* Effect.gen(function* () {
          const listing = key()
          const usage = yield* Usage
          const rows = yield* UsageSnapshots
          const days = yield* UsageDays
          yield* Stream.runDrain(usage.recount(listing, "statistics"))
          const page = yield* rows.page(
            listing.listingKey,
            { sort_by: "used_bytes", sort_dir: "desc", page: 1, page_size: 2 },
            yield* aMonthAgo
          )
          assert.deepStrictEqual([page.total, page.items.map(({ name }) => name)], [3, ["full", "gone"]])
          assert.deepInclude(page.items[0], {
            quota_usage: 0.9,
            findings: ["quota_near"],
            looked: "never",
            hidden_bytes: null,
            grown_bytes: null
          })
          const [full, gone] = page.items
          assert.isDefined(full)
          assert.deepInclude(full, {
            statistics: { used_bytes: 900, object_count: 1 },
            distribution: [],
            warnings: ["The bucket uses 85 % of its quota or more"],
            updated_at: full.calculated_at,
            looked_at: null
          })
          assert.strictEqual(gone?.warnings, null)
          assert.deepStrictEqual((yield* usage.latest(listing))?.warnings, [
            "1 bucket gave no statistics and is counted as empty: unread",
            "1 bucket uses 85 % of its quota or more: full"
          ])
          assert.deepStrictEqual(
            (yield* rows.page(listing.listingKey, { finding: ["no_statistics"] }, yield* aMonthAgo)).items.map(
              ({ name }) => name
            ),
            ["unread"]
          )

          const since = DateTime.subtract(yield* DateTime.now, { days: 30 })
          const yesterday = DateTime.subtract(yield* DateTime.now, { days: 1 })
          yield* days.write(listing.listingKey, yesterday)
          yield* Ref.set(gateway.buckets, [bucket("full", 2_000), bucket("new", 50)])
          yield* Stream.runDrain(usage.recount(listing, "statistics"))
          assert.deepStrictEqual(
            (yield* rows.page(listing.listingKey, {}, yield* aMonthAgo)).items.map(({ name }) => name),
            ["full", "new"]
          )
          const grown = (sort_dir: "asc" | "desc", page: number) =>
            Effect.map(
              rows.page(listing.listingKey, { sort_by: "grown_bytes", sort_dir, page, page_size: 1 }, since),
              ({ items }) => items.map(({ grown_bytes, name }) => [name, grown_bytes])
            )
          assert.deepStrictEqual(
            [yield* grown("desc", 1), yield* grown("desc", 2), yield* grown("asc", 1)],
            [[["full", 1_100]], [["new", 50]], [["new", 50]]]
          )
          assert.strictEqual((yield* rows.bucket(listing.listingKey, "full", since))?.bucket.grown_bytes, 1_100)
          const series = yield* days.series([listing.listingKey], null, since)
          assert.deepStrictEqual(
            series.map(({ bucket_count, used_bytes }) => [bucket_count, used_bytes]),
            [
              [3, null],
              [2, 2_050]
            ]
          )
          const empty = "endpoint:9/usage"
          yield* days.write(empty, DateTime.add(yesterday, { milliseconds: 1 }))
          assert.deepStrictEqual(
            (yield* days.series([listing.listingKey, empty], null, since)).map(({ bucket_count }) => bucket_count),
            [0, 2],
            "of two readings of a day the later one"
          )
          assert.deepStrictEqual(
            (yield* days.series([listing.listingKey], "full", since)).map(({ used_bytes }) => used_bytes),
            [900, 2_000]
          )
          const growth = yield* days.growth(listing.listingKey, "used_bytes", since)
          assert.deepStrictEqual(
            growth.buckets.map(({ grown_bytes, is_new, name }) => [name, grown_bytes, is_new]),
            [
              ["full", 1_100, false],
              ["new", 50, true]
            ]
          )
          assert.isAbove(yield* days.purge(DateTime.add(yield* DateTime.now, { days: 2 }), 1_000), 0)
          assert.lengthOf(yield* days.series([listing.listingKey], null, since), 0)
        }).pipe(Effect.provide(service(gateway)))
      })
  )

  it.effect(
    "a look that is hung up on keeps what was found and leaves the latest usage as it was; the next one begins " +
      "anew, without a bucket that goes meanwhile",
    () =>
      Effect.gen(function* () {
        const gateway = yield* makeFakeGateway([bucket("a", 10), bucket("b", 20), bucket("c", 40)])
        const held = yield* Deferred.make<void>()
        const looked = (name: string) => ({
          name,
          tenant: "",
          looked: "whole" as const,
          problem: null,
          looked_at: "2026-05-04T12:00:00.000Z",
          has_lifecycle: true,
          findings: [],
          contents: contentsCount(name, 0).result(true)
        })
        const looks = Layer.mock(UsageScans, {
          scan: (_context, { name }) =>
            name === "a"
              ? Effect.succeed(looked(name))
              : Effect.as(Deferred.await(held), name === "b" ? null : looked(name))
        })
        yield* Effect.gen(function* () {
          const listing = key()
          const usage = yield* Usage
          const rows = yield* UsageSnapshots
          const states = Effect.map(rows.page(listing.listingKey, {}, yield* aMonthAgo), ({ items }) =>
            items.map(({ looked, name }) => [name, looked])
          )
          yield* Stream.runDrain(usage.recount(listing, "statistics"))
          const before = yield* usage.latest(listing)
          yield* usage.recount(listing, "contents").pipe(
            Stream.takeUntil(
              (event) => event.event === "rows" && event.data.buckets.some(({ looked }) => looked === "whole")
            ),
            Stream.runDrain
          )
          assert.deepStrictEqual(yield* states, [
            ["a", "whole"],
            ["b", "never"],
            ["c", "never"]
          ])
          const [a, b] = (yield* rows.page(listing.listingKey, {}, yield* aMonthAgo)).items
          assert.deepStrictEqual([a?.distribution, b?.distribution], [looked("a").contents.storage_classes, []])
          assert.strictEqual(a?.updated_at, [a?.calculated_at ?? "", "2026-05-04T12:00:00.000Z"].toSorted().at(-1))
          assert.deepStrictEqual(yield* usage.latest(listing), before)

          yield* Deferred.succeed(held, undefined)
          const events = yield* Stream.runCollect(usage.recount(listing, "contents"))
          const last = events.at(-1)
          assert.isTrue(last?.event === "result")
          if (last?.event !== "result") return
          assert.deepStrictEqual(last.data.statistics, {
            bucket_count: 2,
            object_count: 2,
            used_bytes: 50,
            unavailable_count: 0
          })
          assert.deepStrictEqual(
            [last.data.contents?.buckets, last.data.distribution.map(({ name }) => name)],
            [{ whole: 2, partial: 0, failed: 0, never: 0 }, ["c", "a"]]
          )
          assert.deepStrictEqual(yield* states, [
            ["a", "whole"],
            ["c", "whole"]
          ])
          assert.deepStrictEqual(
            percents(events),
            [...percents(events)].sort((a, b) => a - b)
          )
          yield* Stream.runDrain(usage.recount(listing, "statistics"))
          assert.isNotNull((yield* usage.latest(listing))?.contents)
        }).pipe(Effect.provide(service(gateway, undefined, looks)))
      })
  )
})
