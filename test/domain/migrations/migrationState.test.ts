import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  type MigrationAction,
  migrationActions,
  migrationState,
  possibleActions
} from "#domain/objects/migrations/migrationState.ts"
import { type RunState, runStates, stateAfter } from "#domain/platform/work/runState.ts"

const after = (state: RunState) => possibleActions({ state }, null)

describe("the state of a migration", () => {
  it("is draft without a run", () => assert.strictEqual(migrationState(null), "draft"))
  it("is queued while its items are written", () =>
    assert.strictEqual(migrationState({ state: "planning", completed: 0 }), "queued"))
  it("is failed when the run ended with errors and no bucket completed", () =>
    assert.strictEqual(migrationState({ state: "completed_with_errors", completed: 0 }), "failed"))
  it("is completed with errors when some bucket completed", () =>
    assert.strictEqual(migrationState({ state: "completed_with_errors", completed: 1 }), "completed_with_errors"))
  it("is otherwise that of its run", () => {
    for (const state of runStates.filter((one) => one !== "planning" && one !== "completed_with_errors"))
      assert.strictEqual(migrationState({ state, completed: 0 }), state)
  })
})

describe("the actions on a migration", () => {
  it("a draft is edited, prechecked and deleted, and not started without a precheck", () =>
    assert.deepStrictEqual(possibleActions(null, null), ["edit", "precheck", "delete"]))
  it("a draft with blocking findings does not start", () =>
    assert.notInclude(possibleActions(null, { blocking: 1 }), "start"))
  it("a draft without blocking findings starts", () => assert.include(possibleActions(null, { blocking: 0 }), "start"))
  it("queued: pauses and stops", () => assert.deepStrictEqual(after("queued"), ["pause", "stop"]))
  it("running: pauses and stops", () => assert.deepStrictEqual(after("running"), ["pause", "stop"]))
  it("pause requested: resumes and stops", () => assert.deepStrictEqual(after("pause_requested"), ["resume", "stop"]))
  it("paused: resumes and stops", () => assert.deepStrictEqual(after("paused"), ["resume", "stop"]))
  it("stop requested: nothing", () => assert.deepStrictEqual(after("cancel_requested"), []))
  it("an ended migration is deleted only", () => {
    for (const state of ["canceled", "completed", "completed_with_errors", "rolled_back"] as const)
      assert.deepStrictEqual(after(state), ["delete"])
  })

  it.prop(
    "an action on a run is possible exactly when the engine grants it, and none changes a draft",
    [
      Schema.Literals(runStates),
      Schema.Literals(migrationActions),
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 }))
    ],
    ([state, action, blocking]) => {
      const possible = possibleActions({ state }, { blocking }).includes(action)
      const works: ReadonlyArray<MigrationAction> = ["pause", "resume", "stop"]
      if (action === "pause" || action === "resume" || action === "stop")
        assert.strictEqual(possible, stateAfter(state, action, 0) !== null)
      if (action === "edit" || action === "precheck" || action === "start") assert.isFalse(possible)
      if (action === "delete")
        assert.strictEqual(
          possible,
          works.every((one) => !after(state).includes(one)) && state !== "cancel_requested" && state !== "planning"
        )
    }
  )
})
