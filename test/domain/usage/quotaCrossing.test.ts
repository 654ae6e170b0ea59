import { assert, describe, it } from "@effect/vitest"
import { type AlertState, crossing, HYSTERESIS, quotaRatio } from "#domain/usage/quotaCrossing.ts"

const THRESHOLD = 0.85

/** Seeded, so that a failing series can be run again. */
const numbersFrom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const slowAlerts = (series: ReadonlyArray<number | null>): ReadonlyArray<string> => {
  const limits = [THRESHOLD, 1]
  const names = ["threshold", "full"]
  let level = 0
  let owed = false
  return series.map((ratio) => {
    const reached = ratio === null ? 0 : limits.filter((limit) => ratio >= limit).length
    if (reached > level) {
      level = reached
      owed = true
      return names[level - 1]!
    }
    while (level > 0 && (ratio === null || ratio < limits[level - 1]! - HYSTERESIS)) level -= 1
    if (level === 0 && owed) {
      owed = false
      return "normal"
    }
    return "-"
  })
}

const fastAlerts = (series: ReadonlyArray<number | null>): ReadonlyArray<string> => {
  let state: AlertState | null = null
  return series.map((ratio) => {
    const next = crossing(state, ratio, THRESHOLD)
    state = next
    return next.alert ?? "-"
  })
}

describe("quota crossings", () => {
  it("agree with a slow model on 1,000 random series", () => {
    for (let seed = 1; seed <= 1_000; seed++) {
      const next = numbersFrom(seed)
      let value = next() * 1.2
      const series = Array.from({ length: 60 }, () => {
        const kind = next()
        value = kind < 0.1 ? next() * 1.3 : Math.max(0, value + (next() - 0.5) * 0.08)
        return kind > 0.97 ? null : value
      })
      assert.deepStrictEqual(fastAlerts(series), slowAlerts(series), `seed ${seed}: ${series.join(" ")}`)
    }
  })

  it("alert at once when the first reading is above a limit", () => {
    assert.deepStrictEqual(fastAlerts([0.9]), ["threshold"])
    assert.deepStrictEqual(fastAlerts([1]), ["full"])
    assert.deepStrictEqual(fastAlerts([0.84]), ["-"])
  })

  it("fall silently from full, alert again on the next rise, and do not alert around a limit", () => {
    assert.deepStrictEqual(fastAlerts([0.9, 1, 0.9, 1]), ["threshold", "full", "-", "full"])
    assert.deepStrictEqual(fastAlerts([0.85, 0.845, 0.85, 0.8, 0.85]), ["threshold", "-", "-", "normal", "threshold"])
  })

  it("take the fuller of bytes and objects; a quota of 0 is full, no quota is unknown", () => {
    const usage = { bytes: 50, objects: 9 }
    assert.strictEqual(quotaRatio(usage, { max_bytes: 100, max_objects: 10 }), 0.9)
    assert.strictEqual(quotaRatio(usage, { max_bytes: 40, max_objects: null }), 1.25)
    assert.strictEqual(quotaRatio({ bytes: 0, objects: 0 }, { max_bytes: 0, max_objects: null }), 1)
    assert.isNull(quotaRatio(usage, { max_bytes: null, max_objects: null }))
  })
})
