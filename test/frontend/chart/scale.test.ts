import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { binaryTicks, countTicks, domainOf, linear, timeTicks } from "../../../frontend/src/components/chart/scale.ts"

const Span = Schema.Struct({
  low: Schema.Int.check(Schema.isBetween({ minimum: -1e15, maximum: 0 })),
  high: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1e15 }))
})

describe("the scales of a chart", () => {
  it("the domain holds nought and every finite value", () => {
    assert.deepStrictEqual(domainOf([]), [0, 0])
    assert.deepStrictEqual(domainOf([null, Number.NaN, Number.POSITIVE_INFINITY]), [0, 0])
    assert.deepStrictEqual(domainOf([5, null, 3]), [0, 5])
    assert.deepStrictEqual(domainOf([-2, 7]), [-2, 7])
  })

  it("a place is linear, and a domain of one value lies in the middle", () => {
    assert.strictEqual(linear([0, 10], [0, 100])(5), 50)
    assert.strictEqual(linear([0, 10], [100, 0])(0), 100)
    assert.strictEqual(linear([3, 3], [0, 100])(3), 50)
  })

  it("ticks of counts are 1, 2 and 5, and whole", () => {
    assert.deepStrictEqual(countTicks([0, 10], 5), [0, 2, 4, 6, 8, 10])
    assert.deepStrictEqual(countTicks([0, 3], 5), [0, 1, 2, 3])
    assert.deepStrictEqual(countTicks([0, 1], 5), [0, 1])
    assert.deepStrictEqual(countTicks([-4, 7], 4), [-5, 0, 5, 10])
    assert.deepStrictEqual(countTicks([0, 1e15], 4), [0, 5e14, 1e15])
  })

  it("ticks of bytes are powers of two", () => {
    assert.deepStrictEqual(binaryTicks([0, 4096], 4), [0, 1024, 2048, 3072, 4096])
    assert.deepStrictEqual(binaryTicks([0, 5 * 2 ** 40], 4), [0, 2 * 2 ** 40, 4 * 2 ** 40, 6 * 2 ** 40])
    assert.deepStrictEqual(binaryTicks([0, 1], 4), [0, 1])
  })

  it("nothing to span has one tick", () => {
    for (const ticks of [countTicks, binaryTicks]) {
      assert.deepStrictEqual(ticks([0, 0], 4), [0])
      assert.lengthOf(ticks([0, Number.NaN], 4), 1)
      assert.lengthOf(ticks([0, Number.POSITIVE_INFINITY], 4), 1)
    }
  })

  it("moments are round, within the time, and few", () => {
    const from = Date.parse("2026-11-21T10:07:00Z")
    assert.deepStrictEqual(
      timeTicks(from, from + 3_600_000, 4).map((at) => new Date(at).toISOString().slice(11, 16)),
      ["10:15", "10:30", "10:45", "11:00"]
    )
    assert.deepStrictEqual(timeTicks(from, from, 4), [from])
    assert.deepStrictEqual(timeTicks(Number.NaN, Number.NaN, 4), [])
    assert.isAtMost(timeTicks(from, from + 40 * 365 * 86_400_000, 6).length, 7)
  })

  for (const [name, ticks] of [
    ["count", countTicks],
    ["binary", binaryTicks]
  ] as const) {
    it.prop(
      `${name} ticks rise evenly, enclose the domain, and are no more than asked for by two`,
      [Span],
      ([{ high, low }]) => {
        const found = ticks([low, high], 4)
        assert.isAtMost(found[0]!, low)
        assert.isAtLeast(found.at(-1)!, high)
        assert.isAtMost(found.length, 7)
        for (let index = 1; index < found.length; index++) assert.isAbove(found[index]!, found[index - 1]!)
        if (low < high)
          assert.include(
            found.map((tick) => tick + 0),
            0
          )
      }
    )
  }
})
