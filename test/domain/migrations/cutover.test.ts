import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  afterCutoverEvent,
  cutoverEvents,
  type CutoverEvent,
  type CutoverStage,
  cutoverStages,
  deletingCutover,
  type CutoverState,
  initialCutover,
  MAX_FINAL_ROUNDS,
  mayHaveSourceLock
} from "#domain/objects/migrations/cutover.ts"

const at = (stage: CutoverStage, more: Partial<CutoverState> = {}): CutoverState => ({
  ...initialCutover,
  stage,
  ...more
})
const stageAfter = (stage: CutoverStage, event: CutoverEvent, more: Partial<CutoverState> = {}) =>
  afterCutoverEvent(at(stage, more), event)?.stage ?? null

describe("the cutover of a bucket", () => {
  it("copies before it awaits the cutover", () =>
    assert.strictEqual(stageAfter("pre_sync", "done"), "awaiting_cutover"))
  it("waits for consent before it changes the source", () => {
    assert.strictEqual(stageAfter("awaiting_cutover", "continued"), "catch_up")
    assert.isNull(stageAfter("awaiting_cutover", "done"))
  })
  it("copies changes before it locks the source", () => assert.strictEqual(stageAfter("catch_up", "done"), "lock"))
  it("copies the last changes once the source is locked", () =>
    assert.strictEqual(stageAfter("lock", "done"), "final_sync"))
  it("compares after the last copy", () => assert.strictEqual(stageAfter("final_sync", "done"), "verify"))
  it("copies once more when the comparison finds differences", () =>
    assert.strictEqual(stageAfter("verify", "differs"), "final_sync"))
  it("unlocks unverified when the last round finds differences", () =>
    assert.deepInclude(afterCutoverEvent(at("verify", { rounds: MAX_FINAL_ROUNDS - 1 }), "differs"), {
      stage: "unlock",
      verified: false
    }))
  it("unlocks after a comparison without differences", () =>
    assert.deepInclude(afterCutoverEvent(at("verify"), "done"), { stage: "unlock", verified: true }))
  it("copies settings of a verified bucket only after the release, and none of another", () => {
    assert.strictEqual(stageAfter("unlock", "done", { verified: true }), "settings")
    assert.strictEqual(stageAfter("unlock", "done"), "ended")
    assert.strictEqual(stageAfter("unlock", "failed", { verified: true }), "ended")
  })
  it("deletes a source that is to be deleted after the comparison, and before the release", () => {
    assert.strictEqual(stageAfter("verify", "done", { deletion: "wanted" }), "delete_source")
    assert.strictEqual(stageAfter("verify", "differs", { deletion: "wanted", rounds: MAX_FINAL_ROUNDS - 1 }), "unlock")
    assert.deepInclude(afterCutoverEvent(at("delete_source", { deletion: "wanted" }), "done"), {
      stage: "unlock",
      deletion: "begun"
    })
    assert.strictEqual(stageAfter("delete_source", "failed", { deletion: "wanted" }), "unlock")
  })
  it("neither copies nor compares once a deletion has begun, after a crash, a pause or for a retry", () => {
    let state: CutoverState | null = deletingCutover
    const stages: Array<CutoverStage> = []
    while (state !== null && state.stage !== "ended") {
      stages.push(state.stage)
      state = afterCutoverEvent(state, "done")
    }
    assert.deepStrictEqual(stages, ["lock", "delete_source", "unlock", "settings"])
    assert.strictEqual(afterCutoverEvent(deletingCutover, "failed")?.stage, "unlock")
  })
  it("ends after the settings", () => assert.strictEqual(stageAfter("settings", "done"), "ended"))
  it("releases the lock when a stage that may hold it fails", () => {
    for (const stage of ["lock", "final_sync", "verify", "delete_source"] as const)
      assert.strictEqual(stageAfter(stage, "failed"), "unlock")
    for (const stage of ["pre_sync", "awaiting_cutover", "catch_up", "settings"] as const)
      assert.strictEqual(stageAfter(stage, "failed"), "ended")
  })

  it.prop(
    "any events end in a bounded number of steps; a lock is left through its release only, and proof needs the lock",
    [Schema.Array(Schema.Literals(cutoverEvents)).check(Schema.isMaxLength(60)), Schema.Literals(["none", "wanted"])],
    ([events, deletion]) => {
      let state: CutoverState = { ...initialCutover, deletion }
      let steps = 0
      let wasContinued = false
      for (const event of events) {
        const next = afterCutoverEvent(state, event)
        if (next === null) continue
        steps += 1
        wasContinued ||= event === "continued"
        if (mayHaveSourceLock(state) && !mayHaveSourceLock(next)) assert.strictEqual(state.stage, "unlock")
        if (mayHaveSourceLock(next)) assert.isTrue(wasContinued, "nothing is locked without consent")
        if (next.verified && !state.verified) assert.deepStrictEqual([state.stage, event], ["verify", "done"])
        if (next.stage === "delete_source") assert.isTrue(next.verified && next.deletion === "wanted")
        if (next.stage === "settings") assert.isTrue(next.verified)
        state = next
      }
      assert.isAtMost(steps, cutoverStages.length + 2 * MAX_FINAL_ROUNDS)
    },
    { arbitrary: { runs: 500 } }
  )
})
