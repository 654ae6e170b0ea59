import { assert, describe, it } from "@effect/vitest"
import { indexableSearchPart } from "#layers/sql/platform/audit/auditSearch.ts"

describe("the part of a searched text that tells most", () => {
  const parts: ReadonlyArray<readonly [string, string | null]> = [
    ["bucket-777777", "-777777"],
    ["person4242@", "n4242@"],
    ["person4242@example.org", "n4242@"],
    ["grace@example.org", "grace@"],
    ["Zürich4711 was deleted", "h4711 "],
    ["123e4567-e89b-12d3-a456-426614174000", "-426614174000"],
    ["of 2026 and 20260501T", " 20260501T"],
    ["was created", null],
    ["777777", null],
    ["10.0.7.77", null],
    ["bucket-77", null],
    ["Zürich_100%", null],
    ["jo@example.org", null],
    ["", null],
    ["@", null],
    ["𝟙𝟚𝟛𝟜", null]
  ]
  it.each(parts)("%s: %s", (text, part) => assert.strictEqual(indexableSearchPart(text), part))

  it("is part of it, whatever stands there", () => {
    for (const text of [
      "a\\%_1234\\%_b",
      "'; drop table 12345 --",
      "é1234é1234567é",
      `${"x".repeat(190)}@1234567890`,
      "👩‍👩‍👧 4242 👩‍👩‍👧"
    ]) {
      const part = indexableSearchPart(text)
      assert.isTrue(part === null || (text.includes(part) && part.length < text.length), `${text}: ${part}`)
    }
  })
})
