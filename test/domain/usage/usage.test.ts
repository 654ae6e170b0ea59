import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { addUsage, atLeast, noUsage, percentOf } from "#domain/usage/Usage.ts"

const Size = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1e12 }))
const Buckets = Schema.Array(Schema.Struct({ name: Schema.String, used_bytes: Schema.NullOr(Size), object_count: Schema.NullOr(Size) }))

describe("usage", () => {
  it.prop("a sum does not depend on how the buckets are chunked", { one: Buckets, other: Buckets }, ({ one, other }) => {
    const apart = addUsage(addUsage(noUsage, one), other).statistics
    assert.deepStrictEqual(apart, addUsage(noUsage, [...one, ...other]).statistics)
  })

  it.prop("the distribution holds the largest buckets, at most fifty, largest first", { buckets: Buckets }, ({ buckets }) => {
    const { distribution } = addUsage(noUsage, buckets)
    assert.isAtMost(distribution.length, 50)
    const sizes = distribution.map((share) => share.used_bytes)
    assert.deepStrictEqual(sizes, [...sizes].sort((a, b) => b - a))
  })

  it.prop("percent never falls and never reaches 100 before the end", { counts: Schema.Array(Size), total: Schema.NullOr(Size) }, ({ counts, total }) => {
    let percent = 0
    for (const count of counts) {
      const next = atLeast(percent, percentOf(count, total))
      assert.isAtLeast(next, percent)
      assert.isBelow(next, 100)
      percent = next
    }
  })
})
