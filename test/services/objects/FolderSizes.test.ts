import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer, Stream } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { StorageTimeout } from "#domain/platform/errors/Errors.ts"
import type { FolderSizeEvent } from "#domain/objects/FolderSize.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { FolderSizes } from "#services/objects/FolderSizes.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"

const context = { s3: {}, listingKey: "l", context: { id: "c" } } as unknown as ResolvedContext
const size = 1_000_000
const each = 1_000

let asked = 0
let failing = Infinity
const waitsAt = size / each / 2
const gate = Latch.makeUnsafe(true)
const million = Layer.mergeAll(
  Layer.mock(ObjectStore, {
    list: (_target, _bucket, { continuationToken, maxKeys, prefix }) =>
      Effect.gen(function* () {
        if (maxKeys === 1) return { prefix, delimiter: "", prefixes: [], objects: [], next_continuation_token: null }
        const page = Number(continuationToken ?? 0)
        asked++
        if (page >= failing) return yield* new StorageTimeout({ operation: "s3.ListObjectsV2" })
        if (page === waitsAt) yield* gate.await
        const objects = Array.from({ length: each }, (_, at) => ({
          key: `${prefix}${String(page).padStart(4, "0")}/${at}`,
          size_bytes: 2,
          etag: null,
          storage_class: "STANDARD",
          modified_at: "2026-05-04T09:30:00.000Z"
        }))
        return {
          prefix,
          delimiter: "",
          prefixes: [],
          objects,
          next_continuation_token: page + 1 < size / each ? String(page + 1) : null
        }
      })
  }),
  Layer.mock(BucketPages, {})
)

const measure = Effect.gen(function* () {
  return yield* (yield* FolderSizes).measure(context, { bucket: "b", prefix: "p/", versions: false })
})
const turns = Effect.forEach(Array.from({ length: 50 }), () => Effect.yieldNow, { discard: true })

layer(FolderSizes.layer.pipe(Layer.provide(million)), { excludeTestServices: true })(
  "the size of a folder of a million keys",
  (it) => {
    it.effect("is exact, with a bounded number of children, in one reading for all who follow it", () =>
      Effect.gen(function* () {
        asked = 0
        gate.closeUnsafe()
        const whole = (yield* measure).pipe(Stream.runCollect)
        const followers = yield* Effect.forEach([whole, whole, whole], (one) => Effect.forkChild(one))
        while (asked < waitsAt) yield* Effect.sleep("5 millis")
        const late = yield* Effect.forkChild(Stream.runCollect(yield* measure))
        yield* turns
        yield* gate.open
        const told: ReadonlyArray<ReadonlyArray<FolderSizeEvent>> = yield* Effect.forEach([...followers, late], (one) =>
          Fiber.join(one)
        )
        for (const events of told) {
          const last = events.at(-1)
          assert.strictEqual(last?.event, "result")
          assert.deepInclude(last?.data, { objects: size, bytes: 2 * size })
          assert.strictEqual(last?.data.children.length, 100)
          assert.deepInclude(last?.data.rest, { children: 900, objects: 900_000 })
          assert.isTrue(events.slice(0, -1).every(({ event }) => event === "progress"))
        }
        assert.strictEqual(asked, size / each)
      })
    )

    it.effect("ends with the last who follows it", () =>
      Effect.gen(function* () {
        asked = 0
        gate.closeUnsafe()
        const [one, other] = yield* Effect.forEach([yield* measure, yield* measure], (events) =>
          Effect.forkChild(Stream.runDrain(events))
        )
        while (asked <= waitsAt) yield* Effect.sleep("5 millis")
        yield* Fiber.interrupt(one as Fiber.Fiber<void>)
        yield* turns
        yield* Fiber.interrupt(other as Fiber.Fiber<void>)
        yield* gate.open
        yield* turns
        assert.strictEqual(asked, waitsAt + 1)
      })
    )

    it.effect("fails where the gateway does, for whoever follows, and begins anew for the next", () =>
      Effect.gen(function* () {
        failing = 10
        const failure = yield* Effect.flip(Stream.runDrain(yield* measure))
        assert.strictEqual(failure._tag, "StorageTimeout")
        failing = Infinity
        const last = yield* Stream.runLast(yield* measure)
        assert.strictEqual(last._tag === "Some" ? last.value.event : "", "result")
      })
    )
  }
)
