import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type BodyBounds, maxBodyBounds, scanBody } from "#http/bodyBounds.ts"
import { payloadBounds } from "#http/payloadBounds.ts"

const exceeded = (text: string, bounds: Partial<BodyBounds>) => scanBody(text, { ...maxBodyBounds, ...bounds }).exceeded

const sizesOf = (
  value: unknown
): { readonly depth: number; readonly values: number; readonly elements: number; readonly members: number } => {
  if (typeof value !== "object" || value === null) return { depth: 0, values: 1, elements: 0, members: 0 }
  const parts = Object.values(value).map(sizesOf)
  const most = (key: "depth" | "elements" | "members") => Math.max(0, ...parts.map((part) => part[key]))
  const isList = Array.isArray(value)
  return {
    depth: 1 + most("depth"),
    values: 1 + parts.reduce((sum, part) => sum + part.values, 0),
    elements: Math.max(isList ? parts.length : 0, most("elements")),
    members: Math.max(isList ? 0 : parts.length, most("members"))
  }
}

describe("limits of a JSON body", () => {
  it("names the limit that a text exceeds", () => {
    assert.strictEqual(exceeded("[".repeat(65) + "]".repeat(65), {}), "depth")
    assert.strictEqual(exceeded("[".repeat(64) + "]".repeat(64), {}), null)
    assert.strictEqual(exceeded("[1,2,3]", { elements: 2 }), "elements")
    assert.strictEqual(exceeded('{"a":1,"b":2,"c":3}', { members: 2 }), "members")
    assert.strictEqual(exceeded('{"a":[1,2],"b":[3]}', { values: 5 }), "values")
    assert.strictEqual(exceeded('{"a":[1,2],"b":[3]}', { values: 6 }), null)
  })

  it("counts nothing inside strings", () => {
    assert.strictEqual(exceeded('["a,b,[{\\",", "c"]', { elements: 2, depth: 1 }), null)
  })

  it.prop("counts as a reading of the parsed value does", [Schema.Json], ([value]) => {
    const sizes = sizesOf(value)
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
      assert.deepStrictEqual(scanBody(text, sizes), { exceeded: null, values: sizes.values })
      for (const key of ["depth", "values", "elements", "members"] as const) {
        if (sizes[key] > (key === "values" ? 1 : 0))
          assert.isNotNull(scanBody(text, { ...sizes, [key]: sizes[key] - 1 }).exceeded)
      }
    }
  })
})

describe("limits of the bodies of an endpoint", () => {
  it("are what its schemas accept, with room for a few unknown fields", () => {
    const bounds = payloadBounds([
      Schema.Struct({
        name: Schema.String,
        ids: Schema.Array(Schema.Struct({ id: Schema.Int })).check(Schema.isMaxLength(500))
      })
    ])
    assert.deepStrictEqual(bounds, { depth: 64, values: 1 + 1 + 1 + 1_000 + 1_000, elements: 600, members: 102 })
  })

  it("are those of any JSON where a schema has none", () => {
    assert.deepStrictEqual(payloadBounds([Schema.Struct({ value: Schema.Json })]), { ...maxBodyBounds, values: 20_000 })
  })
})
