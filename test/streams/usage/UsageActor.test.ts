import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Ref, Schedule, Stream } from "effect"
import { TestRunner } from "effect/cluster"
import type { UsageEvent } from "#domain/usage/Usage.ts"
import * as UsageSnapshotsSql from "#layers/sql/usage/UsageSnapshotsSql.ts"
import { Usage } from "#services/usage/Usage.ts"
import { UsageActor } from "#streams/usage/UsageActor.ts"
import { UsageShared } from "#streams/usage/UsageShared.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { bucket, type FakeGateway, fakePorts, makeFakeGateway } from "../listings/fakeGateway.ts"

const many = (count: number) => Array.from({ length: count }, (_, index) => bucket(`bucket-${String(index).padStart(5, "0")}`, index))
const key = () => `endpoint:1/owner:${crypto.randomUUID()}`

const service = (gateway: FakeGateway) =>
  UsageShared.pipe(
    Layer.provideMerge(UsageActor),
    Layer.provideMerge(UsageSnapshotsSql.layer),
    Layer.provideMerge(fakePorts(gateway)),
    Layer.provide(TestRunner.layer),
    Layer.fresh
  )

const percents = (events: ReadonlyArray<UsageEvent>) => events.flatMap((event) => event.event === "progress" ? [event.data.percent] : [])

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("usage", (it) => {
  it.effect("a recount tells how far it is, never backwards, and its result is the latest usage", () => Effect.gen(function*() {
    const gateway = yield* makeFakeGateway(many(450))
    yield* Ref.set(gateway.lag, Duration.millis(10))
    yield* Effect.gen(function*() {
      const listing = key()
      const usage = yield* Usage
      assert.isNull(yield* usage.latest(listing))
      const events = yield* Stream.runCollect(usage.recount(listing))
      assert.isAbove(percents(events).length, 3)
      assert.deepStrictEqual(percents(events), [...percents(events)].sort((a, b) => a - b))
      const last = events.at(-1)
      assert.strictEqual(last?.event, "result")
      const latest = yield* usage.latest(listing)
      assert.deepStrictEqual(latest?.statistics, { bucket_count: 450, object_count: 450, used_bytes: (449 * 450) / 2, unavailable_count: 0 })
      assert.strictEqual(latest?.distribution.length, 100)
      assert.strictEqual(latest?.distribution[0]?.name, "bucket-00449")
      assert.isNull(latest?.warnings ?? null)
    }).pipe(Effect.provide(service(gateway)))
  }))

  it.effect("ten watchers share one count, and each gets its result; the next recount counts anew", () => Effect.gen(function*() {
    const gateway = yield* makeFakeGateway(many(300))
    yield* Ref.set(gateway.lag, Duration.millis(40))
    yield* Effect.gen(function*() {
      const listing = key()
      const usage = yield* Usage
      const results = yield* Effect.all(Array.from({ length: 10 }, () => Stream.runLast(usage.recount(listing))), { concurrency: "unbounded" })
      assert.isTrue(results.every((last) => last._tag === "Some" && last.value.event === "result"))
      assert.deepStrictEqual(yield* Ref.get(gateway.calls), { names: 1, statistics: 1 })
      yield* Stream.runDrain(usage.recount(listing))
      assert.deepStrictEqual(yield* Ref.get(gateway.calls), { names: 2, statistics: 2 })
    }).pipe(Effect.provide(service(gateway)))
  }))

  it.effect("a watcher that goes leaves the count to the others; when the last goes, the count stops", () => Effect.gen(function*() {
    const gateway = yield* makeFakeGateway(many(1_000))
    yield* Ref.set(gateway.lag, Duration.millis(50))
    yield* Effect.gen(function*() {
      const listing = key()
      const usage = yield* Usage
      const watch = Effect.forkScoped(Stream.runLast(usage.recount(listing)))
      const [one, other] = [yield* watch, yield* watch]
      yield* Effect.sleep("120 millis")
      yield* Fiber.interrupt(one)
      const last = yield* Effect.timeout(Fiber.join(other), "10 seconds")
      assert.isTrue(last._tag === "Some" && last.value.event === "result")

      const alone = key()
      const lonely = yield* Effect.forkScoped(Stream.runDrain(usage.recount(alone)))
      yield* Effect.sleep("150 millis")
      yield* Fiber.interrupt(lonely)
      const reads = yield* Ref.get(gateway.reads).pipe(Effect.delay("100 millis"))
      yield* Effect.sleep("200 millis")
      assert.strictEqual(yield* Ref.get(gateway.reads), reads, "nothing is read for nobody")
      assert.isNull(yield* usage.latest(alone))
    }).pipe(Effect.provide(service(gateway)))
  }))

  it.effect("a gateway that fails fails the recount of all its watchers, and the next one starts anew", () => Effect.gen(function*() {
    const gateway = yield* makeFakeGateway(many(10))
    yield* Ref.set(gateway.down, true)
    yield* Effect.gen(function*() {
      const listing = key()
      const usage = yield* Usage
      const error = yield* Effect.flip(Stream.runDrain(usage.recount(listing)))
      assert.strictEqual(error._tag, "StorageTimeout")
      yield* Ref.set(gateway.down, false)
      const last = yield* Stream.runLast(usage.recount(listing)).pipe(
        Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (found) => found._tag === "Some", times: 50 }))
      assert.isTrue(last._tag === "Some" && last.value.event === "result")
    }).pipe(Effect.provide(service(gateway)))
  }))
})
