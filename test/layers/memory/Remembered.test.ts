import { assert, describe, it } from "@effect/vitest"
import { LruCache } from "#layers/memory/LruCache.ts"

describe("what is remembered", () => {
  it("is there until more than so much is known, and what was used longest ago goes first", () => {
    const known = new LruCache<number>(2)
    known.set("a", 1)
    known.set("b", 2)
    assert.strictEqual(known.get("a"), 1)
    known.set("c", 3)
    assert.deepStrictEqual(
      ["a", "b", "c"].map((key) => known.get(key)),
      [1, undefined, 3]
    )
    known.set("a", 4)
    known.set("d", 5)
    assert.deepStrictEqual(
      ["a", "c", "d"].map((key) => known.get(key)),
      [4, undefined, 5]
    )
  })
})
