import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { isLargeBody, largeBodies, largeBodyBytes } from "#http/middleware/largeBodies.ts"

describe("large bodies of requests", () => {
  it("are those above the limit, and those whose length is not announced", () => {
    assert.isFalse(isLargeBody({ "content-length": String(largeBodyBytes) }))
    assert.isTrue(isLargeBody({ "content-length": String(largeBodyBytes + 1) }))
    assert.isTrue(isLargeBody({ "transfer-encoding": "chunked" }))
    assert.isFalse(isLargeBody({}))
  })

  it.effect("of one caller are handled one after the other, those of another beside them", () =>
    Effect.gen(function* () {
      const inTurn = largeBodies()
      const handled: Array<string> = []
      const [first, second] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const handle = (name: string, until: Deferred.Deferred<void>) =>
        Effect.andThen(
          Effect.sync(() => {
            handled.push(name)
          }),
          Deferred.await(until)
        )
      const one = yield* Effect.forkChild(inTurn("ada", handle("ada 1", first)), { startImmediately: true })
      const two = yield* Effect.forkChild(inTurn("ada", handle("ada 2", second)), { startImmediately: true })
      const other = yield* Effect.forkChild(inTurn("bob", handle("bob", second)), { startImmediately: true })
      assert.deepStrictEqual(handled, ["ada 1", "bob"])
      yield* Deferred.succeed(first, undefined)
      yield* Fiber.join(one)
      yield* Deferred.succeed(second, undefined)
      yield* Fiber.join(two)
      yield* Fiber.join(other)
      assert.deepStrictEqual(handled, ["ada 1", "bob", "ada 2"])
    })
  )

  it.effect("beyond twenty of one caller are refused with a time to come back, until one of them is done", () =>
    Effect.gen(function* () {
      const inTurn = largeBodies()
      const held = yield* Deferred.make<void>()
      const underWay = yield* Effect.forEach(Array.from({ length: 20 }), () =>
        Effect.forkChild(inTurn("ada", Deferred.await(held)), { startImmediately: true })
      )
      const refused = yield* Effect.flip(inTurn("ada", Effect.void))
      assert.deepInclude(refused, { _tag: "RateLimited", retry_after_seconds: 5 })
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(inTurn("bob", Effect.void))))
      // an interrupted request frees its permit as well
      yield* Fiber.interrupt(underWay[19]!)
      const next = yield* Effect.forkChild(inTurn("ada", Effect.void), { startImmediately: true })
      yield* Deferred.succeed(held, undefined)
      yield* Fiber.join(next)
      yield* Effect.forEach(underWay.slice(0, 19), Fiber.join)
    })
  )
})
