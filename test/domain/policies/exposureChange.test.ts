import { assert, describe, it } from "@effect/vitest"
import { exposureVerdicts } from "#domain/buckets/features/ExposureRow.ts"
import { exposureChange } from "#domain/fleet/BucketExposure.ts"

describe("the difference of two exposures", () => {
  it("is more or less open by the order of the verdicts", () => {
    const ordered = ["private", "shielded", "linked", "conditional", "public"] as const
    for (const [index, before] of ordered.entries())
      for (const [other, after] of ordered.entries())
        assert.strictEqual(exposureChange(before, after), other === index ? null : other > index ? "opened" : "closed")
  })
  it("is never more or less open where one of them is not known", () => {
    for (const verdict of exposureVerdicts.filter((one) => one !== "unavailable")) {
      assert.strictEqual(exposureChange(verdict, "unavailable"), "unreadable")
      assert.strictEqual(exposureChange("unavailable", verdict), "readable")
    }
  })
  it("knows buckets that are new or gone, whatever their exposure", () => {
    for (const verdict of exposureVerdicts) {
      assert.strictEqual(exposureChange(null, verdict), "new")
      assert.strictEqual(exposureChange(verdict, null), "gone")
    }
  })
})
