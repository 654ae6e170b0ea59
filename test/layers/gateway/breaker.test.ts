import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  type Breaker,
  breakerAdmit,
  breakerNext,
  CLOSED_BREAKER,
  type CallOutcome,
  TOLERATED_FAILURES
} from "#layers/gateway/breaker.ts"

const Steps = Schema.Array(
  Schema.Struct({
    wait: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 90_000 })),
    outcome: Schema.Literals(["success", "failure", "abandoned"])
  })
)

interface Lived {
  readonly before: Breaker
  readonly admitted: boolean
  readonly after: Breaker
  readonly now: number
  readonly outcome: CallOutcome
}

const live = (steps: typeof Steps.Type): ReadonlyArray<Lived> => {
  const lived: Array<Lived> = []
  let state: Breaker = CLOSED_BREAKER
  let now = 0
  for (const { outcome, wait } of steps) {
    now += wait
    const before = state
    const [admitted, next] = breakerAdmit(state, now)
    state = admitted ? breakerNext(next, outcome, now) : next
    lived.push({ before, admitted, after: state, now, outcome })
  }
  return lived
}

const failing = (times: number, now = 0): Breaker => {
  let state: Breaker = CLOSED_BREAKER
  for (let n = 0; n < times; n++) state = breakerNext(state, "failure", now)
  return state
}

describe("the circuit breaker of a gateway", () => {
  it.prop("lets a call pass unless it is open, and always once its time has come", { steps: Steps }, ({ steps }) => {
    for (const { admitted, before, now } of live(steps)) {
      assert.strictEqual(admitted, before._tag === "Closed" || (before._tag === "Open" && now >= before.until))
    }
  })

  it.prop("is closed after every success", { steps: Steps }, ({ steps }) => {
    for (const { admitted, after, outcome } of live(steps)) {
      if (admitted && outcome === "success") assert.deepStrictEqual(after, CLOSED_BREAKER)
    }
  })

  it.prop(
    "opens for two seconds to a minute, and never stays on trial after its call has ended",
    { steps: Steps },
    ({ steps }) => {
      for (const { admitted, after, now, outcome } of live(steps)) {
        assert.notStrictEqual(after._tag, "HalfOpen")
        if (after._tag !== "Open") continue
        assert.isAtMost(after.until, now + 60_000)
        if (admitted && outcome === "failure") assert.isAtLeast(after.until, now + 2_000)
      }
    }
  )

  it.prop("opens only after five failures in a row", { steps: Steps }, ({ steps }) => {
    let inARow = 0
    for (const { admitted, after, before, outcome } of live(steps)) {
      if (!admitted) continue
      if (outcome !== "abandoned") inARow = outcome === "failure" ? inARow + 1 : 0
      if (before._tag === "Closed")
        assert.strictEqual(after._tag === "Open", inARow === TOLERATED_FAILURES && outcome === "failure")
    }
  })

  it("admits one trial at a time", () => {
    const [first, trial] = breakerAdmit(failing(TOLERATED_FAILURES), 2_000)
    assert.deepStrictEqual([first, trial._tag], [true, "HalfOpen"])
    assert.isFalse(breakerAdmit(trial, 2_000)[0])
  })

  it("stays open for longer after every trial that fails", () => {
    let state = failing(TOLERATED_FAILURES)
    let now = 0
    const waits: Array<number> = []
    for (let trip = 0; trip < 8; trip++) {
      if (state._tag !== "Open") throw new Error("the breaker should be open")
      waits.push(state.until - now)
      now = state.until
      state = breakerNext(breakerAdmit(state, now)[1], "failure", now)
    }
    assert.deepStrictEqual(waits, [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
  })

  it("tries again at once when its trial was abandoned", () => {
    const trial = breakerAdmit(failing(TOLERATED_FAILURES), 2_000)[1]
    assert.isTrue(breakerAdmit(breakerNext(trial, "abandoned", 3_000), 3_000)[0])
  })

  it("is not opened for longer by calls that began before it opened", () => {
    const state = failing(TOLERATED_FAILURES)
    assert.deepStrictEqual(breakerNext(state, "failure", 1_500), state)
  })
})
