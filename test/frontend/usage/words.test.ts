import { assert, describe, it } from "@effect/vitest"
import { areaPath, type Point } from "../../../frontend/src/components/chart/points.ts"
import { changeOfBytes, weekBefore } from "../../../frontend/src/features/usage/change.ts"
import { ageName, sizeName } from "../../../frontend/src/features/usage/classes.ts"
import { daysOf } from "../../../frontend/src/features/usage/series.ts"
import { type Forecast, forecastText } from "../../../frontend/src/features/usage/quotas/forecast-text.ts"
import {
  cleaningActions,
  FINDING_TITLES,
  cleaningActionOf
} from "../../../frontend/src/features/usage/cleaning-actions.ts"
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

  it("tells a forecast as a range that holds both of its ends, and what is unknown as unknown", () => {
    const none: Forecast = { bytes_per_day: null, objects_per_day: null, time_until_full: null, unknown_reason: null }
    const within = (earliest_days: number, latest_days: number | null) =>
      forecastText({
        ...none,
        time_until_full: { limit: "bytes", earliest_days, likely_days: earliest_days, latest_days }
      })
    assert.deepStrictEqual(
      [within(0, 0), within(0.2, 0.9), within(0.5, 1.5), within(2, 3), within(22, 34), within(21, 21)],
      [
        "full now",
        "full within a day",
        "full within 2 days",
        "full in 2–3 days",
        "full in 3–5 weeks",
        "full in 3 weeks"
      ]
    )
    assert.deepStrictEqual(
      [within(100, 400), within(1, 1000), within(5000, 9000), within(22, null), within(0.5, null)],
      [
        "full in 3–14 months",
        "full within 3 years",
        "full in more than 10 years",
        "full in 3 weeks or later",
        "full soon, or never"
      ]
    )
    assert.deepStrictEqual(
      [null, ...(["too_few_days", "quota_unknown", "no_quota", "not_growing"] as const)].map((reason) =>
        forecastText(reason === null ? null : { ...none, unknown_reason: reason })
      ),
      [
        "unknown: no history yet",
        "unknown: fewer than 7 days of history",
        "unknown: the quota could not be read",
        "no quota",
        "not growing"
      ]
    )
  })

  it("every finding has a name and a way, and who may not look at objects is not sent to them", () => {
    const place = { bucket: "b", contextId: "1" }
    for (const code of findingCodes) {
      assert.isNotEmpty(FINDING_TITLES[code])
      assert.match(cleaningActionOf(code, { ...place, objects: true }).href, /^\/manager\/(buckets\/b|browser\?)/)
      assert.match(cleaningActionOf(code, { ...place, objects: false }).href, /^\/manager\/buckets\/b/)
    }
    assert.lengthOf(cleaningActions({ ...place, objects: true }), 3)
    assert.deepStrictEqual(
      cleaningActions({ ...place, objects: false }).map(({ label }) => label),
      ["Lifecycle rules"]
    )
  })
})
