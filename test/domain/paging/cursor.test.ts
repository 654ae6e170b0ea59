import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { LinkRequestPosition } from "#domain/identity/federation/IdentityLink.ts"
import { cursorQuery, cursorField, cutPage, encodeCursor } from "#domain/platform/Cursor.ts"
import { SessionPosition } from "#domain/identity/sessions/SessionPosition.ts"
import { Text } from "#domain/platform/Text.ts"

const Parts = Schema.Array(Text(100)).check(Schema.isMaxLength(2))

describe("a cursor", () => {
  it.effect.prop("comes back as it was, and is safe in an address", { parts: Parts }, ({ parts }) =>
    Effect.gen(function* () {
      const cursor = encodeCursor(parts)
      assert.match(cursor, /^[A-Za-z0-9_-]*$/)
      if (cursor.length <= 500)
        assert.deepStrictEqual(yield* Schema.decodeEffect(cursorField(Schema.Array(Schema.String)))(cursor), parts)
    })
  )

  it.effect.prop(
    "that somebody made up is rejected where it stands, never a fault",
    { text: Schema.String },
    ({ text }) =>
      Effect.gen(function* () {
        for (const position of [SessionPosition, LinkRequestPosition] as ReadonlyArray<
          Schema.Codec<unknown, ReadonlyArray<string>>
        >) {
          const refused = yield* Effect.flip(
            Schema.decodeEffect(Schema.Struct(cursorQuery(position)))({ cursor: text })
          )
          assert.include(refused.message, "cursor")
        }
      })
  )

  it.effect("of another listing, or of a row that no table can have, is no position", () =>
    Effect.gen(function* () {
      const session = encodeCursor(["2026-11-20T10:00:00.000Z", "7c9e6679-7425-40de-944b-e07fc1f90ae7"])
      const requests = cursorField(LinkRequestPosition)
      assert.deepStrictEqual(yield* Schema.decodeEffect(requests)(encodeCursor(["7"])), [7])
      for (const cursor of [
        session,
        ...["2147483648", "1.5", "-1e99", "Infinity", "x"].map((id) => encodeCursor([id]))
      ]) {
        yield* Effect.flip(Schema.decodeEffect(requests)(cursor))
      }
      assert.strictEqual(
        (yield* Schema.decodeEffect(cursorField(SessionPosition))(session)).id,
        "7c9e6679-7425-40de-944b-e07fc1f90ae7"
      )
      for (const parts of [
        ["7"],
        ["yesterday", "7c9e6679-7425-40de-944b-e07fc1f90ae7"],
        ["2026-11-20T10:00:00.000Z", "' or true --"]
      ]) {
        yield* Effect.flip(Schema.decodeEffect(cursorField(SessionPosition))(encodeCursor(parts)))
      }
    })
  )

  it("is null at the end, and else names the last row of the page", () => {
    const cut = (rows: ReadonlyArray<number>, limit: number) =>
      cutPage(rows, { limit }, LinkRequestPosition, (row) => [row] as const)
    assert.deepStrictEqual(cut([1, 2, 3], 3), { items: [1, 2, 3], next_cursor: null })
    assert.deepStrictEqual(cut([1, 2, 3], 2), { items: [1, 2], next_cursor: encodeCursor(["2"]) })
    assert.deepStrictEqual(cut([], 2), { items: [], next_cursor: null })
    const at = { createdAt: DateTime.makeUnsafe("2026-11-20T10:00:00Z"), id: "7c9e6679-7425-40de-944b-e07fc1f90ae7" }
    assert.strictEqual(
      cutPage([at, at], { limit: 1 }, SessionPosition, (row) => row).next_cursor,
      encodeCursor(["2026-11-20T10:00:00.000Z", at.id])
    )
  })
})
