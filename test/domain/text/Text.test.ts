import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { Arbitrary } from "effect"
import {
  Credential,
  EmailAddress,
  FilledText,
  isStorableText,
  StorableJsonRecord,
  sanitizeJson,
  sanitizeText,
  Line,
  Name,
  SearchText,
  SecretText,
  Text,
  WrittenAddress
} from "#domain/platform/Text.ts"

const takes = (schema: Schema.ConstraintCodec<unknown, unknown>, text: unknown) =>
  Option.isSome(Schema.decodeUnknownOption(schema)(text))

const everyKind = {
  Text: Text(50),
  FilledText: FilledText(50),
  Line: Line(50),
  Name: Name(50),
  SecretText: SecretText(50),
  EmailAddress,
  SearchText,
  WrittenAddress: WrittenAddress(50)
}
const unkept = ["a\0@b", "\0", "a@b\ud800", "\udc00a@b", "\ud83d@b"]

describe("text of a request", () => {
  for (const [kind, schema] of Object.entries(everyKind)) {
    it(`${kind} refuses NUL and lone surrogates, and takes whole characters beyond the BMP`, () => {
      for (const text of unkept) assert.isFalse(takes(schema, text), JSON.stringify(text))
      assert.isTrue(takes(schema, "a@😀.example"))
    })
  }

  it("names, lines, e-mail addresses and written addresses hold no control character of C0 or C1, and no DEL", () => {
    for (const schema of [Line(50), Name(50), EmailAddress, WrittenAddress(50)]) {
      for (let code = 0; code < 0xa0; code++) {
        if (code > 0x1f && code < 0x7f) continue
        assert.isFalse(takes(schema, `a${String.fromCharCode(code)}@b`), code.toString(16))
      }
    }
  })

  it("a name is trimmed and never empty; a line may be", () => {
    assert.strictEqual(Schema.decodeUnknownSync(Name(50))("  Ada  "), "Ada")
    assert.isFalse(takes(Name(50), "  "))
    assert.strictEqual(Schema.decodeUnknownSync(Line(50))("  "), "")
  })

  it("a written address ends in no line break either, and holds no backslash: parsers would drop and turn them", () => {
    for (const text of [
      "https://idp.example\r\n",
      "\thttps://idp.example",
      "https:\\\\idp.example",
      "https://idp.example\\@evil.example",
      "https://idp .example"
    ]) {
      assert.isFalse(takes(WrittenAddress(50), text), JSON.stringify(text))
    }
    assert.strictEqual(
      Schema.decodeUnknownSync(WrittenAddress(50))(" https://bücher.example "),
      "https://bücher.example"
    )
  })

  it("a credential is bounded and nothing else: what cannot be kept is answered as a wrong one", () => {
    assert.isTrue(takes(Credential(50), "a\0\ud800"))
    assert.isFalse(takes(Credential(5), "123456"))
  })

  it("an object of JSON is refused for a text that lies deep in it, or in a key", () => {
    assert.isTrue(takes(StorableJsonRecord, { a: [{ b: "fine" }, null, 1] }))
    assert.isFalse(takes(StorableJsonRecord, { a: [{ b: "\0" }] }))
    assert.isFalse(takes(StorableJsonRecord, { a: { "\ud800": 1 } }))
  })
})

describe("text from outside", () => {
  const pieces = Arbitrary.array(Arbitrary.schema(Schema.Literals(["a", "\0", "\ud83d", "\ude00", "😀", "\n", "é"])))

  it.prop(
    "whatever a gateway or a provider says can be kept once it is made so, and is left alone when it could be before",
    [pieces],
    ([parts]) => {
      const said = parts.join("")
      assert.isTrue(isStorableText(sanitizeText(said)))
      if (isStorableText(said)) assert.strictEqual(sanitizeText(said), said)
      assert.isFalse(
        JSON.stringify(sanitizeJson({ [said]: [said, { x: said }] })).match(/\\u0000|\\ud[89a-f]/i) !== null
      )
    }
  )
})
