import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import {
  allowedCalls,
  MAX_CONCURRENCY,
  type AdaptiveConcurrency,
  nextConcurrency,
  type Sample,
  initialConcurrency
} from "#domain/platform/work/adaptiveConcurrency.ts"
import { backgroundLimiter, backgroundUntil, makeAdaptiveLimiter } from "#services/platform/work/AdaptiveLimiter.ts"

const Samples = Schema.Array(
  Schema.Union([
    Schema.Struct({
      _tag: Schema.Literal("Answered"),
      milliseconds: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60_000 }))
    }),
    Schema.Struct({ _tag: Schema.Literal("Failed") })
  ])
)
const Time = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))

const after = (samples: ReadonlyArray<Sample>, from: AdaptiveConcurrency = initialConcurrency) =>
  samples.reduce(nextConcurrency, from)
const answers = (milliseconds: number, times: number): ReadonlyArray<Sample> =>
  Array.from({ length: times }, () => ({ _tag: "Answered", milliseconds }))
const failures = (times: number): ReadonlyArray<Sample> => Array.from({ length: times }, () => ({ _tag: "Failed" }))

describe("the pace of calls at a gateway", () => {
  it.prop("is at least one call and at most eight, whatever happens", { samples: Samples }, ({ samples }) => {
    let pace: AdaptiveConcurrency = initialConcurrency
    for (const sample of samples) {
      pace = nextConcurrency(pace, sample)
      assert.isAtLeast(allowedCalls(pace), 1)
      assert.isAtMost(allowedCalls(pace), MAX_CONCURRENCY)
      assert.isTrue(Number.isFinite(pace.limit))
    }
  })

  it.prop(
    "is never higher for a slower answer",
    { samples: Samples, one: Time, other: Time },
    ({ one, other, samples }) => {
      const pace = after(samples)
      const [fast, slow] = [Math.min(one, other), Math.max(one, other)]
      assert.isAtLeast(
        nextConcurrency({ ...pace, fastest: pace.fastest ?? fast }, { _tag: "Answered", milliseconds: fast }).limit,
        nextConcurrency({ ...pace, fastest: pace.fastest ?? fast }, { _tag: "Answered", milliseconds: slow }).limit
      )
    }
  )

  it.prop("is never higher after a failure", { samples: Samples }, ({ samples }) => {
    const pace = after(samples)
    assert.isAtMost(nextConcurrency(pace, { _tag: "Failed" }).limit, pace.limit)
  })

  it.prop(
    "grows to the most while answers stay as they are, however fast that is",
    { samples: Samples, time: Time },
    ({ time }) => {
      assert.strictEqual(allowedCalls(after(answers(time, 20))), MAX_CONCURRENCY)
    }
  )

  it.prop(
    "falls to two calls or fewer when answers take ten times as long, and comes back when they do not",
    { time: Time },
    ({ time }) => {
      const quick = after(answers(time, 20))
      const slowed = after(answers(time * 10, 12), quick)
      assert.isAtMost(allowedCalls(slowed), 2)
      assert.strictEqual(allowedCalls(after(answers(time, 20), slowed)), MAX_CONCURRENCY)
    }
  )

  it.prop("takes a gateway that stays slower as it is", { time: Time }, ({ time }) => {
    assert.strictEqual(allowedCalls(after(answers(time * 4, 300), after(answers(time, 20)))), MAX_CONCURRENCY)
  })

  it("halves with each failure, down to one call", () => {
    const full = after(answers(10, 20))
    assert.deepStrictEqual(
      [1, 2, 3, 4].map((times) => allowedCalls(after(failures(times), full))),
      [4, 2, 1, 1]
    )
  })
})

const inFlight = Effect.fnUntraced(function* (
  pacer: ReturnType<typeof makeAdaptiveLimiter>,
  calls: number,
  milliseconds: number
) {
  let now = 0
  let highest = 0
  const call = Effect.acquireUseRelease(
    Effect.sync(() => {
      highest = Math.max(highest, ++now)
    }),
    () => Effect.sleep(milliseconds),
    () =>
      Effect.sync(() => {
        now--
      })
  )
  const all = yield* Effect.forkChild(
    Effect.all(
      Array.from({ length: calls }, () => pacer.run(call, () => true)),
      { concurrency: "unbounded" }
    )
  )
  for (let step = 0; step < calls; step++) yield* TestClock.adjust(milliseconds)
  yield* Fiber.join(all)
  return highest
})

describe("a pacer", () => {
  it.effect("lets as many calls run as its gateway bears, and no more", () =>
    Effect.gen(function* () {
      const pacer = makeAdaptiveLimiter()
      assert.isAtMost(yield* inFlight(pacer, 4, 100), 4)
      assert.strictEqual(yield* inFlight(pacer, 60, 100), MAX_CONCURRENCY)
      yield* inFlight(pacer, 30, 1_000)
      assert.isAtMost(yield* inFlight(pacer, 20, 1_000), 3)
    })
  )

  it.effect("gives the turn of a call back that failed or was given up", () =>
    Effect.gen(function* () {
      const pacer = makeAdaptiveLimiter()
      yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => Effect.ignore(pacer.run(Effect.fail("no"), () => true)))
      const stuck = yield* Effect.forkChild(pacer.run(Effect.never, () => true))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(stuck)
      assert.strictEqual(yield* pacer.run(Effect.succeed("turn"), () => true), "turn")
    })
  )

  it.effect(
    "that is gentle asks one thing at a time, and rests as long as the answer took, a quarter of a second at most",
    () =>
      Effect.gen(function* () {
        const pacer = backgroundLimiter(makeAdaptiveLimiter())
        for (const [milliseconds, rest] of [
          [40, 40],
          [1_000, 250]
        ] as const) {
          const began = yield* Clock.currentTimeMillis
          const two = yield* Effect.forkChild(
            Effect.all(
              [1, 2].map(() => pacer.run(Effect.sleep(milliseconds), () => true)),
              { concurrency: "unbounded" }
            )
          )
          yield* TestClock.adjust(2 * (milliseconds + rest) - 1)
          assert.isUndefined(two.pollUnsafe(), `${milliseconds} ms each`)
          yield* TestClock.adjust(1)
          yield* Fiber.join(two)
          assert.strictEqual((yield* Clock.currentTimeMillis) - began, 2 * (milliseconds + rest))
        }
      })
  )

  it.effect("that is gentle until somebody waits rests no more from then on, and asks one thing at a time still", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const pacer = makeAdaptiveLimiter()
        const wanted = yield* Deferred.make<void>()
        const gentle = yield* backgroundUntil(Deferred.await(wanted), backgroundLimiter(pacer), pacer)
        let [running, most, done] = [0, 0, 0]
        const call = Effect.gen(function* () {
          running += 1
          most = Math.max(most, running)
          yield* Effect.sleep(100)
          running -= 1
          done += 1
        })
        const all = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 8 }, () => gentle.run(call, () => true)),
            { concurrency: "unbounded" }
          )
        )
        yield* TestClock.adjust(399)
        assert.deepStrictEqual([done, most], [2, 1])
        yield* Deferred.succeed(wanted, undefined)
        yield* TestClock.adjust(601)
        yield* Fiber.join(all)
        assert.deepStrictEqual([done, most], [8, 1])
      })
    )
  )
})
