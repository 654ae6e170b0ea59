import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import { endsSoon } from "#streams/listings/refreshBuckets.ts"

describe("whether statistics will all be told soon", () => {
  it("goes by how many were told so far", () => {
    const elapsed = Duration.millis(700)
    assert.isTrue(endsSoon(1_500, 2_000, elapsed))
    assert.isTrue(endsSoon(1_400, 10_000, elapsed), "in five seconds")
    assert.isFalse(endsSoon(1_300, 10_000, elapsed))
    assert.isFalse(endsSoon(0, 1, elapsed), "of a gateway that has told nothing")
    assert.isFalse(endsSoon(0, 0, elapsed))
  })
})
