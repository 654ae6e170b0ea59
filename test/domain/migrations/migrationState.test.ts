import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  type MigrationAction,
  type MigrationState,
  migrationActions,
  migrationState,
  migrationStates,
  migrationTransitions,
  possibleActions,
  possibleItemActions
} from "#domain/objects/migrations/migrationState.ts"
import { isEnded, itemStates, type RunState, runStates, stateAfter } from "#domain/platform/work/runState.ts"

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

const runsOf = (state: MigrationState): ReadonlyArray<RunState | null> =>
  state === "draft"
    ? [null]
    : runStates.filter(
        (run) => run !== "planning" && [0, 1].some((completed) => migrationState({ state: run, completed }) === state)
      )

const modelAfter = (state: MigrationState, action: MigrationAction): MigrationState | "deleted" | undefined => {
  const [run] = runsOf(state)
  switch (action) {
    case "edit":
    case "precheck":
      return run === null ? "draft" : undefined
    case "start":
      return run === null ? "queued" : undefined
    case "delete":
      return run === null || (run !== undefined && isEnded(run)) ? "deleted" : undefined
    case "retry":
    case "rollback":
      return run === "canceled" || run === "completed_with_errors" ? "queued" : undefined
    default: {
      const after = run === null || run === undefined ? null : stateAfter(run, action, 0)
      return after === null ? undefined : migrationState({ state: after, completed: 0 })
    }
  }
}

const state = Schema.Literals(migrationStates)
const count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 }))

describe("the actions on a migration", () => {
  for (const from of migrationStates)
    for (const action of migrationActions) {
      const after = migrationTransitions[from][action]
      it(`${action} of a migration that is ${from}: ${after ?? "refused"}`, () =>
        assert.strictEqual(after, modelAfter(from, action)))
    }

  it.prop(
    "an action is possible where the table has it; a start needs a clean precheck, retry and rollback a failure",
    [state, Schema.Literals(migrationActions), Schema.NullOr(count), count],
    ([from, action, blocking, failed]) =>
      assert.strictEqual(
        possibleActions(from, { blocking, failed }).includes(action),
        modelAfter(from, action) !== undefined &&
          !(action === "start" && blocking !== 0) &&
          !((action === "retry" || action === "rollback") && failed === 0)
      )
  )

  it.prop(
    "a bucket is retried when it failed and rolled back when its copies are known, both only after the end",
    [state, Schema.Literals(itemStates), Schema.Boolean],
    ([from, item, can_undo]) => {
      const actions = possibleItemActions(from, { state: item, can_undo })
      const hasEnded = runsOf(from).every((run) => run !== null && isEnded(run))
      assert.strictEqual(
        actions.includes("retry"),
        item === "failed" && (from === "canceled" || from === "completed_with_errors" || from === "failed")
      )
      assert.strictEqual(actions.includes("rollback"), hasEnded && can_undo && item !== "rolled_back")
    }
  )
})
