import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Text } from "#domain/text/Text.ts"
import { cutPage, decodeCursor, encodeCursor } from "#domain/paging/Cursor.ts"

/** What a position is made of: text that PostgreSQL holds. */
const Parts = Schema.Array(Text(1000))

describe("a cursor", () => {
  it.effect.prop("comes back as it was, and is safe in an address", { parts: Parts }, ({ parts }) => Effect.gen(function*() {
    const cursor = encodeCursor(parts)
    assert.match(cursor, /^[A-Za-z0-9_-]*$/)
    assert.deepStrictEqual(yield* decodeCursor(cursor), parts)
  }))

  it.effect.prop("that somebody made up is a rejected input, never a fault", { text: Schema.String }, ({ text }) =>
    Effect.match(decodeCursor(text), {
      onFailure: (error) => assert.deepStrictEqual(error.issues[0]?.path, ["query", "cursor"]),
      onSuccess: (parts) => assert.isTrue(parts.every((part) => typeof part === "string"))
    }))

  it("is null at the end, and else names the last row of the page", () => {
    const positionOf = (row: number) => [String(row)]
    assert.deepStrictEqual(cutPage([1, 2, 3], 3, positionOf), { items: [1, 2, 3], next_cursor: null })
    assert.deepStrictEqual(cutPage([1, 2, 3], 2, positionOf), { items: [1, 2], next_cursor: encodeCursor(["2"]) })
    assert.deepStrictEqual(cutPage([], 2, positionOf), { items: [], next_cursor: null })
  })
})
