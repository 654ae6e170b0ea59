import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { StorageError } from "#domain/platform/errors/Errors.ts"
import type { LifecycleRule } from "#domain/buckets/lifecycle/Lifecycle.ts"
import type { StoredVersion } from "#domain/buckets/lifecycle/lifecycleOutcome.ts"
import { type LifecycleSimulation, usualHorizons } from "#domain/buckets/lifecycle/LifecycleSimulation.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { LifecycleScan } from "#services/buckets/lifecycle/LifecycleScan.ts"
import { LifecycleSimulator, type SimulationResult } from "#services/buckets/lifecycle/LifecycleSimulator.ts"
import { MAX_TAGGED_OBJECTS } from "#services/buckets/lifecycle/tagReader.ts"

const now = Date.parse("2026-05-04T10:30:00Z")
const old = Date.parse("2026-01-01T00:00:00Z")
const context = {
  context: { id: "1" },
  listingKey: "endpoint:1/owner:a",
  s3: { url: "http://gateway.example" },
  admin: null
} as unknown as ResolvedContext

const rule = (more: Partial<LifecycleRule>, tags: LifecycleRule["filter"]["tags"] = []): LifecycleRule => ({
  id: "r",
  enabled: true,
  filter: { prefix: "", tags, size_greater_than: null, size_less_than: null },
  expiration: null,
  noncurrent_expiration: null,
  transitions: [],
  noncurrent_transitions: [],
  abort_multipart: null,
  ...more
})

type Listed = StoredVersion & { readonly key: string }
const version = (key: string, more: Partial<StoredVersion> = {}): Listed => ({
  key,
  versionId: "null",
  size: 1,
  writtenAt: old,
  isMarker: false,
  storageClass: "STANDARD",
  ...more
})

const unused = () => Effect.die(new Error("nobody asks for this"))

const on = (scan: Partial<LifecycleScan["Service"]>) =>
  LifecycleSimulator.layer.pipe(
    Layer.provide(
      Layer.succeed(
        LifecycleScan,
        LifecycleScan.of({
          versioning: () => Effect.succeed("off"),
          objects: unused,
          versions: unused,
          uploads: () => Effect.succeed({ uploads: [], next: null }),
          tags: unused,
          ...scan
        })
      )
    ),
    Layer.provide(Layer.mock(Rgw, {}))
  )

const simulated = Effect.fnUntraced(function* (rules: ReadonlyArray<LifecycleRule>, horizons?: ReadonlyArray<number>) {
  yield* TestClock.setTime(now)
  const events = yield* (yield* LifecycleSimulator).simulate(context, "bucket", {
    rules,
    ...(horizons === undefined ? {} : { horizons })
  })
  const all = yield* Stream.runCollect(events)
  const last = Array.from(all).at(-1)
  assert.strictEqual(last?.event, "result")
  return last?.data as LifecycleSimulation
})

describe("the lifecycle simulator", () => {
  it.effect("reads page after page, and takes versions of a key together that two pages hold", () =>
    Effect.gen(function* () {
      const pages = [
        {
          versions: [version("a", { versionId: "3", writtenAt: now }), version("a", { versionId: "2" })],
          next: { key: "a", versionId: "2" }
        },
        { versions: [version("a", { versionId: "1" }), version("b", { versionId: "1" })], next: null }
      ]
      const result = yield* simulated(
        [rule({ noncurrent_expiration: { days: 1, newer_versions: 1 } })],
        [7, 1, 7]
      ).pipe(
        Effect.provide(
          on({
            versioning: () => Effect.succeed("enabled"),
            versions: (_target, _bucket, _prefix, after) => Effect.succeed(pages[after === null ? 0 : 1]!)
          })
        )
      )
      assert.deepStrictEqual(
        result.effects.map(({ days, noncurrent: { count } }) => [days, count]),
        [
          [1, 1],
          [7, 1]
        ]
      )
      assert.deepStrictEqual(
        result.rules[0]?.samples.map(({ key, version_id }) => [key, version_id]),
        [["a", "1"]]
      )
      assert.deepInclude(result.scanned, { objects: 2, noncurrent: 2, bytes: 4 })
    })
  )

  it.effect("stops reading when nobody reads what it says", () =>
    Effect.gen(function* () {
      let asked = 0
      yield* TestClock.setTime(now)
      const layer = on({
        objects: () =>
          Effect.sync(() => {
            asked++
            return {
              versions: Array.from({ length: 10 }, (_, index) => version(`${asked}-${index}`)),
              next: String(asked)
            }
          })
      })
      yield* Effect.gen(function* () {
        const events = yield* (yield* LifecycleSimulator).simulate(context, "bucket", {
          rules: [rule({ expiration: { days: 1 } })]
        })
        const some = yield* Stream.runCollect(Stream.take(events, 2))
        assert.deepStrictEqual(
          Array.from(some).map(({ event }) => event),
          ["progress", "progress"]
        )
        const stopped = asked
        assert.isAbove(stopped, 0)
        for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow
        assert.strictEqual(asked, stopped)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect(
    "reads a bucket once for all who try the same rules on it, and by itself for " +
      "other rules, days, buckets and contexts",
    () =>
      Effect.gen(function* () {
        const gate = yield* Deferred.make<void>()
        const asked: Array<string> = []
        yield* TestClock.setTime(now)
        const layer = on({
          objects: (_target, bucket) =>
            Effect.andThen(
              Effect.sync(() => {
                asked.push(bucket)
              }),
              Effect.as(Deferred.await(gate), { versions: [version("a"), version("b")], next: null })
            )
        })
        yield* Effect.gen(function* () {
          const simulator = yield* LifecycleSimulator
          const rules = [rule({ expiration: { days: 1 } })]
          const watched = (of: ResolvedContext, bucket: string, wanted: SimulationResult) =>
            Effect.flatMap(simulator.simulate(of, bucket, wanted), (events) => Stream.runCollect(events))
          const other = { ...context, context: { ...context.context, id: "2" } }
          const fibers = yield* Effect.forEach(
            [
              watched(context, "shared", { rules }),
              watched(context, "shared", { rules: structuredClone(rules) }),
              watched(context, "shared", { rules, horizons: [...usualHorizons].reverse() }),
              watched(context, "shared", { rules, horizons: [2] }),
              watched(context, "shared", { rules: [rule({ expiration: { days: 2 } })] }),
              watched(context, "lone", { rules }),
              watched(other, "shared", { rules })
            ],
            (one) => Effect.forkChild(one)
          )
          while (asked.length < 5) yield* Effect.yieldNow
          yield* Deferred.succeed(gate, undefined)
          const results = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
          for (const events of results) assert.strictEqual(Array.from(events).at(-1)?.event, "result")
          assert.deepStrictEqual(Array.from(results[0]!).at(-1), Array.from(results[1]!).at(-1))
          assert.deepStrictEqual([...asked].sort(), ["lone", "shared", "shared", "shared", "shared"])
          yield* watched(context, "shared", { rules })
          assert.lengthOf(asked, 6, "whoever comes later sees the bucket as it is then")
        }).pipe(Effect.provide(layer))
      })
  )

  it.effect("asks for tags of what is due alone, no more than so many, and says how many it left out", () =>
    Effect.gen(function* () {
      const tags = [{ key: "k", value: "v" }]
      const many = MAX_TAGGED_OBJECTS + 500
      let asked = 0
      const layer = on({
        objects: (_target, _bucket, _prefix, after) => {
          const from = Number(after ?? 0)
          const versions = Array.from({ length: 1_000 }, (_, index) =>
            version(`k${from + index}`, from + index < many ? {} : { writtenAt: now })
          )
          return Effect.succeed({ versions, next: from + 1_000 >= many + 2_000 ? null : String(from + 1_000) })
        },
        tags: () =>
          Effect.sync(() => {
            asked++
            return tags
          })
      })
      const result = yield* simulated([rule({ expiration: { days: 30 } }, tags)], [7]).pipe(Effect.provide(layer))
      assert.strictEqual(asked, MAX_TAGGED_OBJECTS)
      assert.deepStrictEqual(result.tags, { read: MAX_TAGGED_OBJECTS, unread: 500 })
      assert.strictEqual(result.effects[0]?.expired.count, MAX_TAGGED_OBJECTS)
      assert.isTrue(result.warnings.some((text) => text.includes("500 objects were not read")))
    })
  )

  it.effect("says that tags may not be read, asks no further, and goes on", () =>
    Effect.gen(function* () {
      let asked = 0
      const refused = new StorageError({
        operation: "s3.GetObjectTagging",
        storage_code: "AccessDenied",
        storage_status: 403,
        storage_request_id: null,
        detail: ""
      })
      const layer = on({
        objects: () =>
          Effect.succeed({ versions: Array.from({ length: 300 }, (_, index) => version(`k${index}`)), next: null }),
        tags: () =>
          Effect.suspend(() => {
            asked++
            return Effect.fail(refused)
          })
      })
      const rules = [
        rule({ expiration: { days: 30 } }, [{ key: "k", value: "v" }]),
        rule({ id: "s", expiration: { days: 1 }, filter: { ...rule({}).filter, prefix: "k1" } })
      ]
      const result = yield* simulated(rules).pipe(Effect.provide(layer))
      assert.isAtMost(asked, 16)
      assert.deepStrictEqual([result.tags.read, result.tags.unread], [0, 300])
      assert.strictEqual(result.effects[0]?.expired.count, 111)
    })
  )

  it.effect("says what the numbers do not: versions kept, none kept, none seen", () =>
    Effect.gen(function* () {
      const empty = { versions: [], next: null }
      const told = (versioning: "off" | "enabled" | "suspended" | null, ...rules: ReadonlyArray<LifecycleRule>) =>
        Effect.map(
          simulated(rules).pipe(
            Effect.provide(
              on({
                versioning: () => Effect.succeed(versioning),
                objects: () => Effect.succeed(empty),
                versions: () => Effect.succeed(empty)
              })
            )
          ),
          ({ warnings }) => warnings.join("|")
        )
      assert.include(
        yield* told("off", rule({ noncurrent_expiration: { days: 1, newer_versions: null } })),
        "keeps no old versions"
      )
      assert.include(yield* told("enabled", rule({ expiration: { days: 1 } })), "no space is freed")
      assert.include(yield* told("suspended", rule({ expiration: { days: 1 } })), "comes back")
      assert.include(yield* told(null, rule({ expiration: { days: 1 } })), "may not see")
      assert.include(yield* told("off", rule({ enabled: false, expiration: { days: 1 } })), "No rule is on")
    })
  )
})
