import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { fitsPattern } from "#domain/buckets/policies/matchPattern.ts"

const Pattern = Schema.String.check(Schema.isPattern(/^[ab*?]{0,12}$/u))
const FnmatchPattern = Schema.String.check(Schema.isPattern(/^([ab*?]|\[ab\]|\[!a\]|\[a-b\]|\\\*|\\a){0,8}$/u))
const Sample = Schema.String.check(Schema.isPattern(/^[ab*]{0,12}$/u))

/** Tries every text for each star: exponential, and obviously right. */
const slowModel = (pattern: string, text: string, isFnmatch: boolean): boolean => {
  if (pattern === "") return text === ""
  if (pattern[0] === "*")
    return Array.from({ length: text.length + 1 }, (_, skipped) => skipped).some((skipped) =>
      slowModel(pattern.slice(1), text.slice(skipped), isFnmatch)
    )
  const [, step = "", rest = ""] = (isFnmatch ? /^(\[[^\]]+\]|\\.|.)([^]*)$/ : /^(.)([^]*)$/).exec(pattern) ?? []
  const regex = step === "?" ? /[^]/ : isFnmatch && step.startsWith("[") ? new RegExp(step.replace("[!", "[^")) : null
  const first = text[0]
  return (
    first !== undefined &&
    (regex === null ? step.at(-1) === first : regex.test(first)) &&
    slowModel(rest, text.slice(1), isFnmatch)
  )
}

describe("a pattern of a policy", () => {
  it.prop(
    "fits what a comparison of all possibilities fits (AWS)",
    [Pattern, Sample],
    ([pattern, text]) => {
      assert.strictEqual(fitsPattern(pattern, text, "aws"), slowModel(pattern, text, false), `${pattern} ${text}`)
    },
    { arbitrary: { runs: 1_000 } }
  )

  it.prop(
    "fits what a comparison of all possibilities fits (RGW)",
    [FnmatchPattern, Sample],
    ([pattern, text]) => {
      assert.strictEqual(fitsPattern(pattern, text, "rgw"), slowModel(pattern, text, true), `${pattern} ${text}`)
    },
    { arbitrary: { runs: 1_000 } }
  )

  it("finds parts that are longer than a machine word", () => {
    const part = "abcdefghij".repeat(7)
    for (const dialect of ["aws", "rgw"] as const) {
      assert.isTrue(fitsPattern(`x*${part}*?`, `x${part.slice(1)}${part}yz`, dialect))
      assert.isFalse(fitsPattern(`x*${part}*?`, `x${part.slice(0, -1)}yz`, dialect))
    }
  })

  it("counts a character once (AWS) or its bytes (RGW)", () => {
    assert.deepStrictEqual(
      [
        fitsPattern("?", "\u{1f600}", "aws"),
        fitsPattern("?", "\u{1f600}", "rgw"),
        fitsPattern("????", "\u{1f600}", "rgw")
      ],
      [true, false, true]
    )
    assert.isTrue(fitsPattern("*ü?", "aüb", "rgw"))
  })

  it("reads a long text once, however a hostile pattern makes it begin again", () => {
    for (const dialect of ["aws", "rgw"] as const) {
      assert.isFalse(fitsPattern(`*${"a".repeat(5_000)}b*`, "a".repeat(200_000), dialect))
      assert.isFalse(fitsPattern(`*${"a?".repeat(2_500)}b*`, "a".repeat(200_000), dialect))
    }
    assert.isFalse(fitsPattern("[".repeat(200_000), "a", "rgw"))
  })
})
