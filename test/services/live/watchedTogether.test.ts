import { assert, describe, it } from "@effect/vitest"
import { type Cause, Deferred, Effect, Exit, Fiber, Queue, Stream } from "effect"
import { sharedSubscription } from "#services/platform/live/sharedWatch.ts"

const fed = Effect.gen(function* () {
  const queue = yield* Queue.unbounded<number, string | Cause.Done>()
  const counts = { begun: 0, stopped: 0 }
  const stream = Stream.suspend(() => {
    counts.begun++
    return Stream.ensuring(
      Stream.fromQueue(queue),
      Effect.sync(() => {
        counts.stopped++
      })
    )
  })
  return { counts, queue, stream }
})

const watching = <E>(stream: Stream.Stream<number, E>) =>
  Effect.gen(function* () {
    const heard: Array<number> = []
    const first = yield* Deferred.make<void>()
    const fiber = yield* Effect.forkChild(
      Stream.runForEach(stream, (one) => {
        heard.push(one)
        return Deferred.succeed(first, undefined)
      })
    )
    return { fiber, first: Deferred.await(first), heard }
  })

describe("a stream that is watched together", () => {
  it.effect("runs once for all, a latecomer hears where it is, and everybody how it ends", () =>
    Effect.gen(function* () {
      const together = yield* sharedSubscription<number, string>()
      const { counts, queue, stream } = yield* fed
      const early = yield* watching(together("a", stream))
      yield* Queue.offer(queue, 1)
      yield* early.first
      const late = yield* watching(together("a", stream))
      yield* late.first
      yield* Queue.offerAll(queue, [2, 3])
      yield* Queue.end(queue)
      for (const { fiber } of [early, late]) yield* Fiber.join(fiber)
      assert.deepStrictEqual(
        [early.heard, late.heard],
        [
          [1, 2, 3],
          [1, 2, 3]
        ]
      )
      assert.deepStrictEqual(counts, { begun: 1, stopped: 1 })
    }).pipe(Effect.scoped)
  )

  it.effect(
    "goes on while somebody watches, stops with the last, and is begun anew by whoever comes then; another key " +
      "is another stream",
    () =>
      Effect.gen(function* () {
        const together = yield* sharedSubscription<number, string>()
        const { counts, queue, stream } = yield* fed
        const [one, two] = [yield* watching(together("a", stream)), yield* watching(together("a", stream))]
        yield* Queue.offer(queue, 1)
        yield* Effect.all([one.first, two.first])
        yield* Fiber.interrupt(one.fiber)
        assert.deepStrictEqual(counts, { begun: 1, stopped: 0 })
        yield* Fiber.interrupt(two.fiber)
        assert.deepStrictEqual(counts, { begun: 1, stopped: 1 })
        const again = yield* watching(together("a", stream))
        yield* Queue.offer(queue, 2)
        yield* again.first
        assert.deepStrictEqual([again.heard, counts.begun], [[2], 2])
        const other = yield* Stream.runCollect(together("b", Stream.make(7, 8)))
        assert.deepStrictEqual(Array.from(other).at(-1), 8)
      }).pipe(Effect.scoped)
  )

  it.effect("tells everybody why it failed, and is tried anew by whoever comes after", () =>
    Effect.gen(function* () {
      const together = yield* sharedSubscription<number, string>()
      const { queue, stream } = yield* fed
      const all = [yield* watching(together("a", stream)), yield* watching(together("a", stream))]
      yield* Queue.offer(queue, 1)
      yield* Effect.forEach(all, ({ first }) => first)
      yield* Queue.fail(queue, "broken")
      for (const { fiber } of all) assert.deepStrictEqual(yield* Fiber.await(fiber), Exit.fail("broken"))
      assert.deepStrictEqual(Array.from(yield* Stream.runCollect(together("a", Stream.make(5)))), [5])
      assert.deepStrictEqual(yield* Effect.flip(Stream.runCollect(together("a", Stream.fail("at once")))), "at once")
    }).pipe(Effect.scoped)
  )

  it.effect("holds up nobody for one who is slow, who hears the last all the same", () =>
    Effect.gen(function* () {
      const together = yield* sharedSubscription<number, string>()
      const { queue, stream } = yield* fed
      const open = yield* Deferred.make<void>()
      const slow = yield* watching(Stream.tap(together("a", stream), () => Deferred.await(open)))
      const quick = yield* watching(together("a", stream))
      const numbers = Array.from({ length: 500 }, (_, index) => index)
      yield* Queue.offerAll(queue, numbers)
      yield* Queue.end(queue)
      yield* Fiber.join(quick.fiber)
      assert.strictEqual(quick.heard.at(-1), 499)
      yield* Deferred.succeed(open, undefined)
      yield* Fiber.join(slow.fiber)
      assert.strictEqual(slow.heard.at(-1), 499)
      assert.isBelow(slow.heard.length, 100)
    }).pipe(Effect.scoped)
  )
})
