import { assert, describe, it } from "@effect/vitest"
import {
  bucketPairsOf,
  bucketPairsText,
  migrationTitle
} from "../../frontend/src/features/objects/migrations/migration.ts"

describe("the buckets of a migration draft", () => {
  it("are read from lines, with the same name at the target unless one is given", () => {
    assert.deepStrictEqual(bucketPairsOf("logs\n\n photos -> photos-2026 \na => b\nc → d\r\n"), [
      { source: "logs", target: "logs" },
      { source: "photos", target: "photos-2026" },
      { source: "a", target: "b" },
      { source: "c", target: "d" }
    ])
    assert.deepStrictEqual(bucketPairsOf("  \n"), [])
  })

  it("are written as they are read", () => {
    const text = "logs\nphotos -> photos-2026"
    assert.strictEqual(bucketPairsText(bucketPairsOf(text)), text)
  })

  it("give the migration its name", () => {
    const draft = { buckets: bucketPairsOf("a -> b\nc\nd") } as never
    assert.strictEqual(migrationTitle({ draft }), "a → b and 2 more")
  })
})
