import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { sharesOf } from "../../../frontend/src/components/chart/shares.ts"

const item = (name: string, value: number) => ({ name, value })
const Items = Schema.Array(
  Schema.Struct({ name: Schema.String, value: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1e15 })) })
)

describe("the shares of a whole", () => {
  it("are of all, not of the largest", () => {
    const { other, parts, total } = sharesOf([item("a", 30), item("b", 20)], 10, 100, 5)
    assert.deepStrictEqual(
      parts.map(({ name, share, start }) => [name, share, start]),
      [
        ["a", 0.3, 0],
        ["b", 0.2, 0.3]
      ]
    )
    assert.deepStrictEqual(other, { name: "Other", value: 50, share: 0.5, start: 0.5, count: 3 })
    assert.strictEqual(total, 100)
  })

  it("the largest are apart, the rest is one", () => {
    const { other, parts } = sharesOf(
      Array.from({ length: 12 }, (_, index) => item(`b${index}`, index + 1)),
      10,
      78,
      12
    )
    assert.deepStrictEqual(
      parts.map(({ value }) => value),
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]
    )
    assert.deepInclude(other, { value: 3, count: 2 })
  })

  it("empty ones are among the rest; nothing at all has no share", () => {
    assert.deepStrictEqual(sharesOf([item("a", 0)], 10, 0, 1), {
      parts: [],
      other: { name: "Other", value: 0, share: 0, start: 0, count: 1 },
      total: 0
    })
    assert.deepStrictEqual(sharesOf([], 10, 0, 0), { parts: [], other: null, total: 0 })
  })

  it("what is no number, or below nought, counts as nothing; items above the whole are the whole", () => {
    const { parts, total } = sharesOf(
      [item("a", Number.NaN), item("b", -5), item("c", 8), item("d", Number.POSITIVE_INFINITY)],
      10,
      4,
      4
    )
    assert.deepStrictEqual([parts.map(({ name, share }) => [name, share]), total], [[["c", 1]], 8])
  })

  it.prop(
    "add up to one, never more, and lie one behind the other",
    [Items, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1e15 }))],
    ([items, whole]) => {
      const { other, parts, total } = sharesOf(items, 10, whole, items.length + 3)
      const all = other === null ? parts : [...parts, other]
      assert.isAtMost(parts.length, 10)
      if (total > 0)
        assert.approximately(
          all.reduce((sum, { share }) => sum + share, 0),
          1,
          1e-9
        )
      all.forEach(({ share, start }) => assert.isTrue(share >= 0 && start >= 0 && start + share <= 1 + 1e-9))
      for (let index = 1; index < parts.length; index++) assert.isAtMost(parts[index]!.value, parts[index - 1]!.value)
    }
  )
})
