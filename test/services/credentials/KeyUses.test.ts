import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { type KeyUse, KeyUseRecords } from "#services/gateways/credentials/KeyUseRecords.ts"
import { KeyUses, storedKeyUses } from "#services/gateways/credentials/KeyUses.ts"

const world = Effect.gen(function* () {
  const state = { writes: [] as Array<ReadonlyArray<KeyUse>>, broken: false, forgotten: [] as Array<number> }
  const records = Layer.mock(KeyUseRecords, {
    store: (uses) =>
      Effect.suspend(() => {
        if (state.broken) return Effect.die(new Error("no database"))
        state.writes.push(uses)
        return Effect.void
      }),
    forget: (before) =>
      Effect.sync(() => {
        state.forgotten.push(before)
      })
  })
  const scope = yield* Scope.make()
  const context = yield* Layer.buildWithScope(storedKeyUses.pipe(Layer.provide(records)), scope)
  const { used } = yield* Effect.provide(Effect.service(KeyUses), context)
  yield* TestClock.adjust("1 millis")
  return { state, used, end: Scope.close(scope, Exit.void) }
})

layer(Layer.empty)("the last use of stored keys", (it) => {
  it.effect(
    "ten thousand uses of three keys are one writing, of the latest of each, and of each key there is one a minute",
    () =>
      Effect.gen(function* () {
        const { end, state, used } = yield* world
        for (let at = 1; at <= 9_999; at++) used(1 + (at % 3), "KEY", at)
        used(1, "KEY", 5)
        assert.lengthOf(state.writes, 0, "nothing is written by whoever uses a key")
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(state.writes, [
          [
            { endpointId: 2, accessKey: "KEY", at: 9_997 },
            { endpointId: 3, accessKey: "KEY", at: 9_998 },
            { endpointId: 1, accessKey: "KEY", at: 9_999 }
          ]
        ])
        for (let second = 0; second < 57; second++) {
          used(1, "KEY", 10_000 + second)
          yield* TestClock.adjust("1 seconds")
        }
        assert.lengthOf(state.writes, 1)
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(state.writes.slice(1), [[{ endpointId: 1, accessKey: "KEY", at: 10_056 }]])
        used(1, "ANOTHER", 20_000)
        yield* TestClock.adjust("7 seconds")
        assert.deepStrictEqual(
          state.writes.slice(2),
          [[{ endpointId: 1, accessKey: "ANOTHER", at: 20_000 }]],
          "another key does not wait for it"
        )
        yield* TestClock.adjust("10 minutes")
        assert.lengthOf(state.writes, 3, "where nothing is used nothing is written")
        assert.lengthOf(state.forgotten, 1, "what is long gone is looked for once a day")
        yield* end
      })
  )

  it.effect("what was not written when the service ends is written then", () =>
    Effect.gen(function* () {
      const { end, state, used } = yield* world
      used(1, "KEY", 1)
      yield* end
      assert.deepStrictEqual(state.writes, [[{ endpointId: 1, accessKey: "KEY", at: 1 }]])
    })
  )

  it.effect("a writing that fails is made up for by the next, and a later use is not undone by it", () =>
    Effect.gen(function* () {
      const { end, state, used } = yield* world
      state.broken = true
      used(1, "KEY", 1)
      used(1, "OTHER", 2)
      yield* TestClock.adjust("2 seconds")
      used(1, "KEY", 50)
      state.broken = false
      yield* TestClock.adjust("1 minutes")
      assert.deepStrictEqual(state.writes, [
        [
          { endpointId: 1, accessKey: "KEY", at: 50 },
          { endpointId: 1, accessKey: "OTHER", at: 2 }
        ]
      ])
      yield* end
    })
  )

  it.effect("however many keys come by, only so many are remembered", () =>
    Effect.gen(function* () {
      const { end, state, used } = yield* world
      for (let key = 0; key < 60_000; key++) used(1, `KEY${key}`, key)
      yield* TestClock.adjust("2 seconds")
      assert.lengthOf(state.writes[0]!, 50_000)
      yield* end
    })
  )
})
