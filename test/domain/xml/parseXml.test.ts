import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { element, leaf, textAt, textOf, textsOf, withParts } from "#domain/platform/xml/Element.ts"
import { parseXml, parseXmlDocument } from "#domain/platform/xml/parseXml.ts"
import { printXml } from "#domain/platform/xml/printXml.ts"
import { dice, randomXml } from "./randomXml.ts"

const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 }))
const printed = (text: string): string | null => {
  const document = parseXmlDocument(text)
  return document === null ? null : `${document.head}${printXml(document.root)}${document.tail}`
}

describe("an XML document", () => {
  it.prop(
    "is printed as it was read, to the byte",
    { seed },
    ({ seed }) => {
      const text = randomXml(seed)
      assert.strictEqual(printed(text), text)
    },
    { arbitrary: { runs: 500 } }
  )

  it.prop(
    "that was damaged anywhere is read as none, or still to the byte",
    { seed, at: seed, what: Schema.String },
    ({ at, seed, what }) => {
      const whole = randomXml(seed)
      const place = at % (whole.length + 1)
      const roll = dice(at)
      for (const damaged of [
        whole.slice(0, place),
        whole.slice(place),
        whole.slice(0, place) + what + whole.slice(place),
        whole.slice(0, place) + "<>&/\"'!?-"[roll(10)] + whole.slice(place),
        whole.slice(0, place) + whole.slice(place + 1 + roll(5)),
        what
      ]) {
        const read = printed(damaged)
        if (read !== null) assert.strictEqual(read, damaged)
      }
    },
    { arbitrary: { runs: 500 } }
  )

  it.prop("carries any text of a leaf there and back", { text: Schema.String }, ({ text }) => {
    assert.strictEqual(textOf(parseXml(printXml(leaf("Value", text))) ?? undefined), text)
  })

  it("that is none is none, whatever it is", () => {
    const deep = (depth: number) => `${"<a>".repeat(depth)}${"</a>".repeat(depth)}`
    assert.isNotNull(parseXml(deep(40)))
    for (const [what, text] of [
      ["nothing", ""],
      ["text", "no"],
      ["two roots", "<a/><b/>"],
      ["text behind", "<a/>b"],
      ["cut off", "<a><b></b>"],
      ["cut off in a tag", "<a><b"],
      ["cut off in a quote", '<a b="></a>'],
      ["badly nested", "<a><b></a></b>"],
      ["another name at its end", "<a></b>"],
      ["a space before the name of an end", "<a></ a>"],
      ["an end alone", "</a>"],
      ["a document type", "<!DOCTYPE a><a/>"],
      ["entities of its own", `<!DOCTYPE a [<!ENTITY b "${"c".repeat(100)}">]><a>&b;</a>`],
      ["an outside entity", `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`],
      ["character data", "<a><![CDATA[b]]></a>"],
      ["a comment without end", "<a><!-- b</a>"],
      ["no name", "< a/>"],
      ["a name of digits", "<1/>"],
      ["too deep", deep(41)],
      ["as deep as a megabyte", "<a>".repeat(350_000)]
    ] as const)
      assert.isNull(parseXml(text), what)
    assert.strictEqual(
      textAt(parseXml("<a><b>&nbsp;&c;&#9999999;&amp;amp;</b></a>") ?? undefined, "b"),
      "&nbsp;&c;&#9999999;&amp;"
    )
    assert.strictEqual(textAt(parseXml("<a><b>one<!-- two -->three<?four?></b></a>") ?? undefined, "b"), "onethree")
  })

  it("of a megabyte and more is read in a time that grows with it alone", () => {
    for (const text of [
      `<a>${"<b>1</b>".repeat(150_000)}</a>`,
      `<a>${"x".repeat(1_500_000)}</a>`,
      `<a ${"b='c' ".repeat(200_000)}/>`,
      `<a>${"<!---->".repeat(200_000)}</a>`,
      `<a>${"&amp;".repeat(250_000)}</a>`
    ])
      assert.strictEqual(printed(text), text)
    for (const text of [
      "<".repeat(1_500_000),
      "<a".repeat(700_000),
      '<a>"'.repeat(300_000),
      `<a b="${"<a b='".repeat(200_000)}`,
      "<!--".repeat(300_000),
      "<?".repeat(700_000),
      "</a>".repeat(300_000)
    ]) {
      assert.isNull(parseXml(text))
    }
    const rules = parseXml(`<a>${Array.from({ length: 1_000 }, (_, index) => `<b>${index}</b>`).join("")}</a>`)!
    const turned = withParts(
      rules,
      ["b"],
      Array.from({ length: 1_000 }, (_, index) => leaf("b", 999 - index))
    )
    assert.deepStrictEqual(textsOf(turned, "b").slice(0, 2), ["999", "998"])
  }, 20_000)
})

describe("parts that are exchanged", () => {
  const read = (text: string) => parseXml(text)!
  it("stand where they stood, between what nobody knows", () => {
    const before = read(`<r>\n <a x="1">1</a>\n <z/>\n <b>2</b>\n</r>`)
    assert.strictEqual(
      printXml(withParts(before, ["a", "b"], [leaf("a", 1), leaf("b", 3)])),
      `<r>\n <a x="1">1</a>\n <z/>\n <b>3</b>\n</r>`
    )
    assert.strictEqual(printXml(withParts(before, ["a", "b"], [leaf("b", 3)])), `<r>\n \n <z/>\n <b>3</b>\n</r>`)
    assert.strictEqual(
      printXml(withParts(before, ["a", "b"], [leaf("a", 1), leaf("a", 2), leaf("b", 2)])),
      `<r>\n <a x="1">1</a><a>2</a>\n <z/>\n <b>2</b>\n</r>`
    )
  })
  it("keep the attributes of what says the same, and of the one of a name that says something else", () => {
    assert.strictEqual(
      printXml(withParts(read(`<r><a x="1">1</a><a x="2">2</a></r>`), ["a"], [leaf("a", 2)])),
      `<r><a x="2">2</a></r>`
    )
    assert.strictEqual(
      printXml(withParts(read(`<r><a x="1">1</a></r>`), ["a"], [leaf("a", 2)])),
      `<r><a x="1">2</a></r>`
    )
  })
  it("are added to an element that was written without content", () => {
    assert.strictEqual(printXml(withParts(read("<r y=''/>"), ["a"], [element("a")])), "<r y=''><a></a></r>")
  })
})
