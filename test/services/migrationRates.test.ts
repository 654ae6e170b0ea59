import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { minimumDuration } from "#domain/objects/migrations/minimumDuration.ts"
import { sharedRates } from "#services/objects/migrations/sharedRates.ts"
import { TransferRate } from "#services/platform/TransferRate.ts"

describe("limits of a migration", () => {
  it("tell the least duration, which is not known without limits or without the size", () => {
    const size = { objects: 1_000, bytes: 1_000_000 }
    assert.strictEqual(minimumDuration(size, { max_bytes_per_second: 10_000, max_requests_per_second: 1_000 }), 100)
    assert.strictEqual(minimumDuration(size, { max_bytes_per_second: 1_000_000, max_requests_per_second: 10 }), 200)
    assert.isNull(minimumDuration(size, {}))
    assert.isNull(minimumDuration({ objects: null, bytes: null }, { max_bytes_per_second: 1 }))
  })
  it.effect("are shared by all buckets of the run, and those of another run have their own", () =>
    Effect.gen(function* () {
      const rates = sharedRates()
      const limits = { max_bytes_per_second: 100, max_requests_per_second: 10 }
      let copied = 0
      const item = (runId: number) =>
        Effect.forkChild(
          rates(
            runId,
            limits,
            Effect.gen(function* () {
              const rate = yield* TransferRate
              for (let nth = 0; nth < 10; nth++) {
                yield* rate.bytes(50)
                if (runId === 1) copied += 50
              }
            })
          )
        )
      const items = yield* Effect.all([item(1), item(1), item(2)])
      yield* TestClock.adjust(0)
      assert.strictEqual(copied, 100, "one second's worth is free")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(copied, 200)
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(copied, 500)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(
        yield* Effect.forEach(items, Fiber.await, { discard: false }).pipe(Effect.map((all) => all.length)),
        3
      )
    })
  )
  it.effect("count requests, and are absent without limits", () =>
    Effect.gen(function* () {
      const rates = sharedRates()
      yield* rates(
        1,
        {},
        Effect.flatMap(TransferRate, (rate) => rate.requests(1_000_000))
      )
      const limited = yield* Effect.forkChild(
        rates(
          1,
          { max_requests_per_second: 10 },
          Effect.flatMap(TransferRate, (rate) => {
            assert.lengthOf(
              rate.groups(["a", "b", "c", "d"], () => 1, 5),
              2,
              "two copies of five requests a second"
            )
            return rate.requests(30)
          })
        )
      )
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(limited.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(limited)
    })
  )
})
