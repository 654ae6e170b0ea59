import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { addUsage, nonDecreasing, noUsage, percentOf } from "#domain/usage/Usage.ts"

const Size = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1e12 }))
const Buckets = Schema.Array(
  Schema.Struct({ name: Schema.String, used_bytes: Schema.NullOr(Size), object_count: Schema.NullOr(Size) })
)

describe("usage", () => {
  it.prop(
    "a sum does not depend on how the buckets are chunked",
    { one: Buckets, other: Buckets },
    ({ one, other }) => {
      const apart = addUsage(addUsage(noUsage, one), other).statistics
      assert.deepStrictEqual(apart, addUsage(noUsage, [...one, ...other]).statistics)
    }
  )

  it.prop(
    "the distribution holds the largest buckets, at most fifty by each measure, largest first",
    { buckets: Buckets },
    ({ buckets }) => {
      const { distribution } = addUsage(noUsage, buckets)
      assert.isAtMost(distribution.length, 100)
      const sizes = distribution.map((share) => share.used_bytes)
      assert.deepStrictEqual(
        sizes,
        [...sizes].sort((a, b) => b - a)
      )
    }
  )

  it("the fifty with most objects are told too, however small they are, and however the buckets come", () => {
    const buckets = Array.from({ length: 200 }, (_, index) => ({
      name: `b${index}`,
      used_bytes: 1000 - index,
      object_count: index
    }))
    const whole = addUsage(noUsage, buckets).distribution
    const apart = [0, 50, 100, 150].reduce(
      (sum, from) => addUsage(sum, buckets.slice(from, from + 50)),
      noUsage
    ).distribution
    assert.deepStrictEqual(apart, whole)
    assert.lengthOf(whole, 100)
    assert.deepStrictEqual(
      whole.map(({ name }) => name),
      [...buckets.slice(0, 50), ...buckets.slice(150)].map(({ name }) => name)
    )
  })

  it.prop(
    "percent never falls and never reaches 100 before the end",
    { counts: Schema.Array(Size), total: Schema.NullOr(Size) },
    ({ counts, total }) => {
      let percent = 0
      for (const count of counts) {
        const next = nonDecreasing(percent, percentOf(count, total))
        assert.isAtLeast(next, percent)
        assert.isBelow(next, 100)
        percent = next
      }
    }
  )
})
