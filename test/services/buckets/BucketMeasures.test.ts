import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import type { BucketRow } from "#domain/buckets/BucketListing.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { StorageTimeout } from "#domain/platform/errors/Errors.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { BucketMeasures } from "#services/buckets/BucketMeasures.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"

const context = {
  admin: null,
  bucketOwner: null,
  s3: {},
  listingKey: "endpoint:1/owner:a"
} as unknown as ResolvedContext

it.effect("many changes of a bucket are measured once, and what comes meanwhile once more", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const seen: Array<readonly [string, string, number | null]> = []
      let looks = 0
      let fails = false
      const layer = BucketMeasures.layer.pipe(
        Layer.provide(Layer.mock(Rgw, {})),
        Layer.provide(
          Layer.mock(BucketListings, {
            follow: () => () => undefined,
            created: (key, row: BucketRow) =>
              Effect.sync(() => {
                seen.push([key, row.name, row.object_count])
              })
          })
        ),
        Layer.provide(
          Layer.mock(BucketGateway, {
            statistics: (_, name) =>
              Effect.gen(function* () {
                const count = ++looks
                if (count === 1) yield* Deferred.await(gate)
                if (fails) return yield* new StorageTimeout({ operation: "s3.HeadBucket" })
                return name === "gone" ? Option.none() : Option.some({ name, object_count: count } as never)
              })
          })
        )
      )
      yield* Effect.gen(function* () {
        const { changed } = yield* BucketMeasures
        yield* changed(context, "kept")
        yield* Effect.yieldNow
        for (let again = 0; again < 100; again++) yield* changed(context, "kept")
        assert.deepStrictEqual([looks, seen.length], [1, 0], "nobody waits, and no second look begins beside the first")
        yield* Deferred.succeed(gate, undefined)
        yield* TestClock.adjust("1 second")
        yield* TestClock.adjust("1 second")
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(seen, [
          ["endpoint:1/owner:a", "kept", 1],
          ["endpoint:1/owner:a", "kept", 2]
        ])
        yield* changed(context, "gone")
        yield* TestClock.adjust("1 minute")
        fails = true
        yield* changed(context, "kept")
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(seen.length, 2)
        fails = false
        yield* changed(context, "kept")
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(seen.at(-1), ["endpoint:1/owner:a", "kept", 5])
      }).pipe(Effect.provide(layer))
    })
  )
)
