import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  stateAfter,
  nextAfterItem,
  countAll,
  finalRunState,
  isEnded,
  type ItemCounts,
  type ItemState,
  itemStates,
  noItems,
  runStates,
  finishedShare,
  needsRunner,
  runActions,
  allowedActions
} from "#domain/platform/work/runState.ts"

const State = Schema.Literals(runStates)
const Few = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))
const Story = Schema.Array(Schema.Tuple([Few, Schema.Literals(["completed", "failed", "skipped", "canceled"])])).check(
  Schema.isMaxLength(60)
)

const countsOf = (items: ReadonlyArray<ItemState>): ItemCounts =>
  items.reduce((counts, state) => Object.assign(counts, { [state]: counts[state] + 1 }), { ...noItems })

describe("the states of long work", () => {
  it.prop(
    "totals say what each item says, never lose one, and the share never falls",
    { story: Story, size: Few },
    ({ size, story }) => {
      const items: Array<ItemState> = Array.from({ length: size }, () => "pending")
      let before = finishedShare(countsOf(items))
      for (const [which, what] of story) {
        if (which >= size || items[which] !== "pending") continue
        items[which] = what
        const counts = countsOf(items)
        assert.strictEqual(countAll(counts), size)
        for (const state of itemStates) assert.strictEqual(counts[state], items.filter((item) => item === state).length)
        assert.isAtLeast(finishedShare(counts), before)
        before = finishedShare(counts)
      }
      assert.isAtMost(before, 1)
      if (size > 0)
        assert.strictEqual(
          before === 1,
          items.every((item) => item !== "pending")
        )
    },
    { arbitrary: { runs: 300 } }
  )

  it.prop(
    "a wish leads to a state that a runner or a person can lead on, and is offered exactly where it is granted",
    { state: State, undoable: Few },
    ({ state, undoable }) => {
      for (const wish of runActions) {
        const next = stateAfter(state, wish, undoable)
        assert.strictEqual(allowedActions(state, undoable).includes(wish), next !== null)
        if (next === null) continue
        assert.notStrictEqual(next, state)
        assert.isTrue(needsRunner(next) || next === "paused", next)
        assert.isNull(stateAfter(next, wish, undoable), wish)
      }
    }
  )

  it.prop(
    "what has ended rests until it is undone; what rests wants no runner",
    { state: State, undoable: Few },
    ({ state, undoable }) => {
      if (isEnded(state)) assert.deepStrictEqual(allowedActions(state, undoable), undoable > 0 ? ["undo"] : [])
      if (isEnded(state) || state === "paused" || state === "awaiting_cutover") assert.isFalse(needsRunner(state))
      if (nextAfterItem(state) === "go on") assert.include(["planning", "queued", "running", "awaiting_cutover"], state)
      assert.strictEqual(stateAfter(state, "continue", undoable) !== null, state === "awaiting_cutover")
    }
  )

  it.prop(
    "a run without items to process ends, whatever the counts, unless one awaits the cutover",
    { failed: Few, completed: Few, awaiting: Few, undoable: Few, stopped: Schema.Boolean, back: Schema.Boolean },
    ({ awaiting, back, completed, failed, stopped, undoable }) => {
      const counts = { ...noItems, failed, completed, awaiting_cutover: awaiting }
      const end = finalRunState(back ? "back" : "forward", stopped, counts, undoable)
      const waits = !stopped && !back && awaiting > 0
      assert.strictEqual(end === "awaiting_cutover", waits)
      assert.strictEqual(isEnded(end), !waits)
      if (waits) return
      if (!stopped && !back) assert.strictEqual(end === "completed", failed === 0)
      if (end === "rolled_back") assert.strictEqual(undoable, 0)
    }
  )
})
