import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { deltaAction } from "#domain/objects/migrations/delta.ts"
import { migrationStrategies } from "#domain/objects/migrations/BucketMigration.ts"

const Verdict = Schema.Literals(["same", "missing", "extra", "different", "unknown"])
const Copy = Schema.Literals(["absent", "unchanged", "changed"])

describe("a delta between the source and the target", () => {
  it("copies what is written again with the same content, whose metadata may differ", () =>
    assert.strictEqual(deltaAction({ verdict: "same", isRecent: true, copy: "unchanged" }, "current_only"), "copy"))

  it.prop(
    "removes only unchanged copies of the run, copies all that is missing, and skips existing objects on request",
    [Verdict, Schema.Boolean, Copy, Schema.Literals(migrationStrategies)],
    ([verdict, isRecent, copy, strategy]) => {
      const action = deltaAction({ verdict, isRecent, copy }, strategy)
      if (verdict === "missing") assert.strictEqual(action, "copy")
      if (action === "remove") assert.deepStrictEqual([verdict, copy], ["extra", "unchanged"])
      if (verdict === "extra") assert.notStrictEqual(action, "copy")
      if (verdict === "different" && strategy === "current_only") assert.strictEqual(action, "copy")
      if (strategy === "skip_existing" && copy === "absent" && verdict !== "missing") assert.strictEqual(action, "none")
      if (!isRecent && (verdict === "same" || verdict === "unknown")) assert.strictEqual(action, "none")
    }
  )
})
