import { assert, it } from "@effect/vitest"
import { Effect, Fiber, PubSub, Stream } from "effect"
import { TestClock } from "effect/testing"
import { broadcastReads } from "#services/platform/live/broadcastReads.ts"

const settled = Effect.repeat(Effect.yieldNow, { times: 200 })

it.effect("what is told to all is read once for each news, however many listen, and not while nobody does", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const news = yield* PubSub.unbounded<number>()
      let readings = 0
      const told = yield* broadcastReads(Stream.fromPubSub(news), (one) =>
        Effect.sync(() => {
          readings += 1
          return one * 10
        })
      )
      yield* settled
      yield* PubSub.publish(news, 1)
      yield* settled
      assert.strictEqual(readings, 0)
      const listening = yield* Effect.forEach(Array.from({ length: 500 }), () =>
        Effect.forkChild(Stream.runCollect(Stream.take(told, 2)))
      )
      yield* settled
      yield* PubSub.publishAll(news, [2, 3])
      for (const fiber of listening) assert.deepStrictEqual([...(yield* Fiber.join(fiber))], [20, 30])
      assert.strictEqual(readings, 2)
      yield* settled
      yield* PubSub.publish(news, 4)
      yield* settled
      assert.strictEqual(readings, 2, "all have gone")
    })
  )
)

it.effect("a reading that fails is tried again, and ends nobody's listening", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const news = yield* PubSub.unbounded<number>()
      let tries = 0
      const told = yield* broadcastReads(Stream.fromPubSub(news), (one) =>
        Effect.suspend(() => (++tries < 3 ? Effect.die(new Error("the database is away")) : Effect.succeed(one)))
      )
      yield* settled
      const listening = yield* Effect.forkChild(Stream.runCollect(Stream.take(told, 1)))
      yield* settled
      yield* PubSub.publish(news, 7)
      yield* settled
      yield* TestClock.adjust("1 second")
      yield* settled
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([...(yield* Fiber.join(listening))], [7])
      assert.strictEqual(tries, 3)
    })
  )
)
