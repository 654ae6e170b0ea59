import { assert, describe, it } from "@effect/vitest"
import { Schema, SchemaIssue } from "effect"
import { withoutNames } from "#domain/platform/errors/withoutNames.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const Role = Schema.Literals(["admin", "user"])
const Name = Schema.String.check(Schema.isMinCodePoints(3))
const plain = Schema.Struct({
  role: Role,
  maybe: Schema.NullOr(Role),
  name: Name,
  inner: Schema.Struct({ list: Schema.Array(Role) })
})
const NamedRole = Role.annotate({ identifier: "Role" })
const named = Schema.Struct({
  role: NamedRole,
  maybe: Schema.NullOr(NamedRole),
  name: Name.annotate({ identifier: "Name" }),
  inner: Schema.Struct({ list: Schema.Array(NamedRole) }).annotate({ identifier: "Inner" })
}).annotate({ identifier: "Outer" })

const messages = (schema: Schema.ConstraintCodec<unknown, unknown>, value: unknown) => {
  const result = Schema.decodeUnknownResult(schema)(value, { errors: "all", onExcessProperty: "error" })
  return result._tag === "Success" ? [] : format(withoutNames(result.failure.issue)).issues
}

describe("messages about what was sent", () => {
  it("say what would have been right, whatever the schemas are called", () => {
    const wrong: ReadonlyArray<unknown> = [
      null,
      "text",
      {},
      { role: "root", maybe: "root", name: 1, inner: 5 },
      { role: 1, maybe: 1, name: "a", inner: { list: ["admin", "root"], more: 1 } },
      { role: "admin", maybe: null, name: "long enough", inner: { list: 7 } }
    ]
    for (const value of wrong) {
      assert.deepStrictEqual(messages(named, value), messages(plain, value), JSON.stringify(value))
      assert.isNotEmpty(messages(plain, value))
    }
    assert.deepStrictEqual(messages(named, { role: "root", maybe: null, name: "Ada", inner: { list: [] } }), [
      { path: ["role"], message: 'Expected "admin" | "user"' }
    ])
  })
})
