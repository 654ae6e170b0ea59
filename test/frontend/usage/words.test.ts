import { assert, describe, it } from "@effect/vitest"
import { areaPath, type Point } from "../../../frontend/src/components/chart/points.ts"
import { changeOfBytes, weekBefore } from "../../../frontend/src/features/usage/change.ts"
import { ageName, sizeName } from "../../../frontend/src/features/usage/classes.ts"
import { daysOf } from "../../../frontend/src/features/usage/series.ts"
import { cleaningActions, FINDINGS, actionFor } from "../../../frontend/src/features/usage/cleaning-actions.ts"
import { findingCodes } from "../../../services/domain/usage/UsageFinding.ts"

const day = (said: string) => ({ day: said, bucket_count: 1, object_count: 1, used_bytes: 1 })

describe("words about usage", () => {
  it("a week before is the last measured day that is a week old, and nothing older than two", () => {
    const at = "2026-11-21T10:00:00.000Z"
    assert.strictEqual(
      weekBefore([day("2026-11-01"), day("2026-11-12"), day("2026-11-14"), day("2026-11-15")], at)?.day,
      "2026-11-14"
    )
    assert.strictEqual(weekBefore([day("2026-11-07"), day("2026-11-20")], at)?.day, "2026-11-07")
    assert.isNull(weekBefore([day("2026-11-06"), day("2026-11-15")], at))
    assert.isNull(weekBefore([], at))
    assert.deepStrictEqual([changeOfBytes(0), changeOfBytes(2048), changeOfBytes(-1)], ["Unchanged", "+2 KiB", "−1 B"])
  })

  it("classes say their bounds", () => {
    assert.deepStrictEqual(
      [sizeName(0, 1024), sizeName(1024, 1_048_576), sizeName(1_073_741_824, null)],
      ["Below 1 KiB", "1 KiB to 1 MiB", "1 GiB and more"]
    )
    assert.deepStrictEqual(
      [ageName(0, 1), ageName(7, 30), ageName(90, 365), ageName(365, null)],
      ["Less than 1 day", "7 to 30 days", "90 days to a year", "Longer than a year"]
    )
  })

  it("a day without a count is a gap in the line, and in what lies below it", () => {
    const points = daysOf(
      [day("2026-11-01"), day("2026-11-02"), day("2026-11-05"), day("2026-11-06")],
      (one) => one.day,
      (one) => one.used_bytes
    )
    assert.deepStrictEqual(
      points.map(({ value }) => value),
      [1, 1, null, 1, 1]
    )
    const at = (value: number | null, index: number): Point => ({ at: index, value })
    assert.strictEqual(
      areaPath(
        [3, 4, null, 5].map(at),
        (x) => x * 10,
        (y) => y,
        20
      ),
      "M0 3L10 4L10 20L0 20Z"
    )
  })

  it("every finding has a name and a way, and who may not look at objects is not sent to them", () => {
    const place = { bucket: "b", contextId: "1" }
    for (const code of findingCodes) {
      assert.isNotEmpty(FINDINGS[code])
      assert.match(actionFor(code, { ...place, objects: true }).href, /^\/manager\/(buckets\/b|browser\?)/)
      assert.match(actionFor(code, { ...place, objects: false }).href, /^\/manager\/buckets\/b/)
    }
    assert.lengthOf(cleaningActions({ ...place, objects: true }), 3)
    assert.deepStrictEqual(
      cleaningActions({ ...place, objects: false }).map(({ label }) => label),
      ["Lifecycle rules"]
    )
  })
})
