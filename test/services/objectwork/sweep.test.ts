import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { emptyTally, initialSweep, type SweepState } from "#domain/objects/objectwork/Sweep.ts"
import { sweep } from "#services/objects/objectwork/sweep.ts"

const things = Array.from({ length: 6 }, (_, index) => ({ at: String(index + 1), entry: index + 1 }))
const read = () => Effect.succeed({ entries: things, more: false })

const overlapping = Effect.fnUntraced(function* (isPauseRequested: Effect.Effect<boolean>) {
  const [gate, second] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const begun: Array<readonly [end: string, through: string | null]> = []
  const noted: Array<SweepState> = []
  const fiber = yield* Effect.forkChild(
    sweep(initialSweep, {
      read,
      batch: 2,
      overlap: 2,
      isPauseRequested,
      note: (state) =>
        Effect.sync(() => {
          noted.push(state)
        }),
      each: (some, _, { end, through }) =>
        Effect.gen(function* () {
          begun.push([end, through().after])
          if (end === "2") yield* Deferred.await(gate)
          else yield* Deferred.succeed(second, undefined)
          return { ...emptyTally, done: some.length }
        })
    })
  )
  yield* Deferred.await(second)
  yield* Effect.yieldNow
  const meanwhile = [...begun]
  yield* Deferred.succeed(gate, undefined)
  return { ended: yield* Fiber.join(fiber), begun, meanwhile, noted }
})

it.effect("batches that overlap are through in their order, and no more of them are open than may be", () =>
  Effect.gen(function* () {
    const { begun, ended, meanwhile, noted } = yield* overlapping(Effect.succeed(false))
    assert.deepStrictEqual(
      meanwhile,
      [
        ["2", null],
        ["4", null]
      ],
      "the second is over, and is not through before the first"
    )
    assert.deepStrictEqual(
      begun.map(([end]) => end),
      ["2", "4", "6"]
    )
    assert.include(["2", "4"], begun[2]?.[1], "the third begins when the first is through")
    assert.deepInclude(ended, { end: "through" })
    assert.deepInclude(ended.state, { after: "6", done: 6 })
    assert.deepStrictEqual(noted.at(-1), ended.state)
  })
)

it.effect("who is to rest brings to its end what is open, and begins nothing", () =>
  Effect.gen(function* () {
    let asked = 0
    const { begun, ended } = yield* overlapping(Effect.sync(() => ++asked > 2))
    assert.lengthOf(begun, 2)
    assert.deepInclude(ended, { end: "rested" })
    assert.deepInclude(ended.state, { after: "4", done: 4 })
  })
)
