import { assert, it, layer } from "@effect/vitest"
import { Clock, DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { correctedClock, clockCorrection, clockDifference } from "#layers/postgres/DatabaseClock.ts"
import * as DatabaseClock from "#layers/postgres/DatabaseClock.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"

it("a clock is corrected only as far as it is certainly off", () => {
  assert.deepStrictEqual(clockDifference(5_000, 1_000, 1_200), { by: 3_900, give: 100 })
  assert.strictEqual(clockCorrection({ by: 3_900, give: 100 }), 3_900)
  assert.strictEqual(clockCorrection({ by: -3_900, give: 100 }), -3_900)
  assert.strictEqual(clockCorrection({ by: 900, give: 0 }), 0, "NTP keeps it")
  assert.strictEqual(clockCorrection({ by: 2_500, give: 2_000 }), 0, "the answer took so long that it may be right")
})

it.effect("a corrected clock sleeps as long as another, and tells its own time in every unit", () =>
  Effect.gen(function* () {
    const corrected = correctedClock(yield* Clock.Clock, () => 300_000)
    const slept = yield* Effect.forkChild(
      Effect.andThen(Effect.sleep("10 seconds"), DateTime.now).pipe(Effect.provideService(Clock.Clock, corrected)),
      { startImmediately: true }
    )
    yield* TestClock.adjust("10 seconds")
    const exit = slept.pollUnsafe()
    assert.isDefined(exit, "ten seconds are ten seconds")
    assert.strictEqual(corrected.currentTimeMillisUnsafe(), 310_000)
    assert.strictEqual(yield* corrected.currentTimeMillis, 310_000)
    assert.strictEqual(yield* corrected.currentTimeNanos, 310_000_000_000n)
    assert.strictEqual(yield* corrected.monotonicTimeNanos, yield* Clock.monotonicTimeNanos)
  })
)

layer(TestDatabase.layer, { excludeTestServices: true })((it) => {
  it.effect("what is built on it goes by the database's time, whatever the machine believes", () =>
    Effect.gen(function* () {
      const machine = correctedClock(yield* Clock.Clock, () => -7_200_000)
      const now = yield* DateTime.now.pipe(
        Effect.provide(DatabaseClock.layer),
        Effect.provideService(Clock.Clock, machine)
      )
      assert.isBelow(Math.abs(DateTime.toEpochMillis(now) - Date.now()), 5_000)
    })
  )
})
