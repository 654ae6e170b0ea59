import { assert, describe, it } from "@effect/vitest"
import { spaceForecastOf } from "#domain/usage/SpaceGrowth.ts"

const day = (index: number) => `2026-11-${String(index + 1).padStart(2, "0")}`
const days = (count: number, more: { readonly unknown?: number } = {}) =>
  Array.from({ length: count }, (_, index) => ({
    day: day(index),
    bucket_count: 1,
    object_count: 10,
    used_bytes: index === more.unknown ? null : 100 + index * 10
  }))
const limits = { max_bytes: 300, max_objects: null }

describe("growth of a storage space", () => {
  it("is the time until its bucket reaches its own quota", () => {
    const { bytes_per_day, time_until_full, unknown_reason } = spaceForecastOf(days(11), limits)
    assert.deepStrictEqual([bytes_per_day?.likely, time_until_full?.likely_days, unknown_reason], [10, 10, null])
    assert.strictEqual(spaceForecastOf(days(11, { unknown: 3 }), limits).bytes_per_day?.likely, 10)
  })

  it("is unknown with fewer than seven measured days, without a quota, and where the quota is unknown", () => {
    const reasonOf = (...args: Parameters<typeof spaceForecastOf>) => spaceForecastOf(...args).unknown_reason
    assert.strictEqual(reasonOf([], limits), "too_few_days")
    assert.strictEqual(reasonOf(days(7, { unknown: 2 }), limits), "too_few_days")
    assert.strictEqual(reasonOf(days(7), { max_bytes: null, max_objects: null }), "no_quota")
    assert.strictEqual(reasonOf(days(7), null), "quota_unknown")
  })
})
