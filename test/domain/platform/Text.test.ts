import { assert, describe, it } from "@effect/vitest"
import { Exit, Schema } from "effect"
import { IamPath } from "#domain/iam/iamNames.ts"
import { Shaped } from "#domain/platform/Text.ts"

const accepts = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, input: unknown): boolean =>
  Exit.isSuccess(Schema.decodeUnknownExit(schema, { errors: "all" })(input))

describe("texts of a request", () => {
  it("that are too long are refused before their pattern is tried", () => {
    // this pattern needs more than a day for the text
    assert.isFalse(accepts(Shaped(/^(?:a+)+$/u, 20), `${"a".repeat(50)}!`))
  })

  it.prop(
    "that are an IAM path begin and end with a slash and name something, or are one slash",
    [Schema.Array(Schema.Literals(["/", "a", "~", " ", "é"])).check(Schema.isMaxLength(6))],
    ([letters]) => {
      const path = letters.join("").trim()
      const inner = path.slice(1, -1)
      const isNamed = /^[!-~]+$/u.test(inner) && inner.replaceAll("/", "") !== ""
      const expected = path === "/" || (path.startsWith("/") && path.endsWith("/") && isNamed)
      assert.strictEqual(accepts(IamPath, letters.join("")), expected, path)
    },
    { arbitrary: { runs: 2_000 } }
  )
})
