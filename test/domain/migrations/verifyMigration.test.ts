import { assert, describe, it } from "@effect/vitest"
import { noCounts } from "#domain/objects/comparison/BucketComparison.ts"
import { verificationProblem } from "#domain/objects/migrations/verifyMigration.ts"

const verdict = (
  counts: Partial<typeof noCounts>,
  strategy: "current_only" | "skip_existing" = "current_only",
  strong_integrity_check = false
) => verificationProblem({ ...noCounts, ...counts }, { strategy, strong_integrity_check })

describe("the verification of a migrated bucket", () => {
  it("accepts equal buckets and what only the target has", () => assert.isNull(verdict({ same: 9, extra: 3 })))
  it("names missing and different objects", () =>
    assert.strictEqual(
      verdict({ missing: 2, different: 1 }),
      "2 are missing at the target, 1 differ from their source"
    ))
  it("accepts different objects where existing ones were to be skipped, but no missing ones", () => {
    assert.isNull(verdict({ different: 1 }, "skip_existing"))
    assert.isNotNull(verdict({ missing: 1 }, "skip_existing"))
  })
  it("refuses what cannot be proved equal only when asked to", () => {
    assert.isNull(verdict({ unknown: 1 }))
    assert.strictEqual(verdict({ unknown: 1 }, "current_only", true), "1 cannot be proved equal")
  })
})
