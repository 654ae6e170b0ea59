import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { MIN_FORECAST_DAYS } from "#domain/usage/forecastDays.ts"
import { daysUntil, growthOf, quotaForecastOf, type Reading } from "#domain/usage/quotaForecast.ts"

const DAY = 86_400_000
const series = (values: ReadonlyArray<number>): ReadonlyArray<Reading> =>
  values.map((value, day) => ({ at: day * DAY, value }))
const points = (values: ReadonlyArray<number>, quota: Partial<Parameters<typeof quotaForecastOf>[0][number]> = {}) =>
  values.map((last, day) => ({
    at: new Date(day * DAY).toISOString(),
    bytes: { min: last, max: last, avg: last, last },
    objects: { min: 1, max: 1, avg: 1, last: 1 },
    quota_known: true,
    quota_max_bytes: null,
    quota_max_objects: null,
    ...quota
  }))
const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Values = Schema.Array(between(0, 1e9)).check(Schema.isMinLength(2), Schema.isMaxLength(30))

describe("growth per day", () => {
  it.prop(
    "equals the slope of a straight line, even with one outlier among seven days",
    [between(-1e6, 1e6), between(-1e6, 1e6), between(7, 30), between(0, 29), between(-1e9, 1e9)],
    ([start, step, count, at, outlier]) => {
      const line = Array.from({ length: count }, (_, day) => start + day * step)
      line[at % count] = outlier
      assert.strictEqual(growthOf(series(line))!.likely, step)
    }
  )
  it.prop(
    "is ordered, does not depend on the order of readings, and mirrors when usage is mirrored",
    [Values],
    ([some]) => {
      const { high, likely, low } = growthOf(series(some))!
      assert.isTrue(low <= likely && likely <= high)
      assert.deepStrictEqual(growthOf([...series(some)].reverse()), { high, likely, low })
      assert.strictEqual(growthOf(series(some.map((value) => -value)))!.likely + likely, 0)
    }
  )
  it("is unknown without two different times", () => {
    assert.isNull(growthOf([]))
    assert.isNull(
      growthOf([
        { at: 1, value: 1 },
        { at: 1, value: 2 }
      ])
    )
  })
})

describe("time until full", () => {
  it.prop("has its earliest day before its likely and its latest day", [Values, between(1, 2e9)], ([some, limit]) => {
    const days = daysUntil(some.at(-1)!, limit, growthOf(series(some))!)
    if (days === null) return
    assert.isTrue(days.earliest_days >= 0 && days.earliest_days <= days.likely_days)
    assert.isTrue(days.latest_days === null || days.likely_days <= days.latest_days)
  })
  it("is unknown with few days, without quota, with an unread quota, and while usage shrinks", () => {
    const grows = Array.from({ length: MIN_FORECAST_DAYS }, (_, day) => 100 + day)
    const reason = (some: ReturnType<typeof points>) => quotaForecastOf(some).unknown_reason
    assert.strictEqual(reason([]), "too_few_days")
    assert.strictEqual(reason(points(grows.slice(1), { quota_max_bytes: 1000 })), "too_few_days")
    assert.strictEqual(reason(points(grows)), "no_quota")
    assert.strictEqual(reason(points(grows, { quota_known: false })), "quota_unknown")
    assert.strictEqual(reason(points([...grows].reverse(), { quota_max_bytes: 1000 })), "not_growing")
  })
  it("counts days from the last measurement, and is 0 with quota 0 or a quota below usage", () => {
    const grows = Array.from({ length: 10 }, (_, day) => 100 + day * 10)
    assert.deepStrictEqual(quotaForecastOf(points(grows, { quota_max_bytes: 290 })).time_until_full, {
      limit: "bytes",
      earliest_days: 10,
      likely_days: 10,
      latest_days: 10
    })
    for (const quota_max_bytes of [0, 150])
      assert.strictEqual(quotaForecastOf(points(grows, { quota_max_bytes })).time_until_full?.likely_days, 0)
    assert.strictEqual(
      quotaForecastOf(points(grows, { quota_max_bytes: 290, quota_max_objects: 5 })).time_until_full?.limit,
      "bytes"
    )
    assert.deepInclude(quotaForecastOf(points(grows, { quota_max_bytes: 290, quota_max_objects: 1 })).time_until_full, {
      limit: "objects",
      likely_days: 0
    })
  })
})
