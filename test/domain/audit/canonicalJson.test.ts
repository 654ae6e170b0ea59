import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { canonicalJson } from "#domain/platform/audit/canonicalJson.ts"
import { wrapMetadata } from "#domain/platform/audit/metadataEnvelope.ts"

const turned = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(turned)
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, turned(part)])
  )
}

describe("canonical JSON", () => {
  it.prop(
    "is one text for one value, however its members are ordered and spaced, and says the same",
    { value: Schema.Json },
    ({ value }) => {
      const text = canonicalJson(JSON.stringify(value))
      assert.strictEqual(canonicalJson(JSON.stringify(turned(value), null, 2)), text)
      assert.deepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
    }
  )

  it("keeps every digit of a number: what JavaScript would round is another value", () => {
    assert.strictEqual(canonicalJson(`{"b": 12345678901234567890, "a": 1.0}`), `{"a":1.0,"b":12345678901234567890}`)
    assert.notStrictEqual(canonicalJson("12345678901234567890"), canonicalJson("12345678901234567891"))
  })

  it("treats names of JavaScript's own objects as any other", () => {
    assert.strictEqual(
      canonicalJson(`{"toString": 1, "__proto__": {"b": [], "a": null}}`),
      `{"__proto__":{"a":null,"b":[]},"toString":1}`
    )
  })
})

describe("metadata of an entry", () => {
  it("is an object; other values stand under `value`", () => {
    assert.deepStrictEqual(wrapMetadata({ a: 1 }), { a: 1 })
    for (const value of [[1], "text", 7, true, null]) assert.deepStrictEqual(wrapMetadata(value), { value })
  })
})
