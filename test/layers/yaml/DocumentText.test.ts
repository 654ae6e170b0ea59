import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import { DocumentText } from "#services/fleet/apply/DocumentText.ts"
import * as DocumentTextYaml from "#layers/yaml/DocumentTextYaml.ts"

const canary = "canary0f5ecret9Xq7"

const read = (text: string) => Effect.flatMap(DocumentText, (texts) => texts.read(text))
const refusal = (text: string) =>
  Effect.map(Effect.result(read(text)), (result) => (Result.isFailure(result) ? result.failure.message : ""))

layer(DocumentTextYaml.layer)("documents as text", (it) => {
  it.effect("YAML and JSON are read, with their places", () =>
    Effect.gen(function* () {
      const { placeOf, value } = yield* read(
        "# who\nversion: 1\nusers:\n  - email: ada@example.org\n    rolle: ui_user\n"
      )
      assert.deepStrictEqual(value, { version: 1, users: [{ email: "ada@example.org", rolle: "ui_user" }] })
      assert.deepStrictEqual(placeOf(["users", "0", "rolle"]), { line: 5, column: 5 })
      assert.deepStrictEqual(
        placeOf(["users", "0", "full_name"]),
        { line: 4, column: 5 },
        "what is missing is at its entry"
      )
      assert.deepStrictEqual(placeOf([]), { line: 2, column: 1 })
      assert.deepStrictEqual((yield* read('{"version": 1, "users": []}')).value, { version: 1, users: [] })
      assert.deepStrictEqual((yield* Effect.flip(read(""))).issues, [
        { path: ["source"], message: "This document is empty: it begins with version: 1" }
      ])
      assert.match((yield* Effect.flip(read("version: 1\na: &a [x]\nb: [*a, *c]\n"))).message, /line 3, column/)
      // text stays text: to YAML 1.1 these are a boolean, a time and an octal number
      assert.deepStrictEqual((yield* read("a: no\nb: 2026-01-01\nc: 012\nd: <<\n")).value, {
        a: "no",
        b: "2026-01-01",
        c: 12,
        d: "<<"
      })
      assert.deepStrictEqual((yield* read("base: &b [1, 2]\nagain: *b\n")).value, { base: [1, 2], again: [1, 2] })
    })
  )

  it.effect(
    "what is no plain document is refused at its line, without a word of it",
    () =>
      Effect.gen(function* () {
        const bomb = [
          "a0: &a0 [x, x, x, x, x, x, x, x, x, x]",
          ...Array.from(
            { length: 12 },
            (_, level) => `a${level + 1}: &a${level + 1} [${Array.from({ length: 10 }, () => `*a${level}`).join(", ")}]`
          )
        ].join("\n")
        const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`
        for (const [name, text, says] of [
          ["a repeated key", `version: 1\nversion: ${canary}`, /appears twice \(line 2/],
          ["a tag", `a: !!js/function ${canary}`, /Tags .*\(line 1/],
          ["a tag of its own", `a: !secret ${canary}`, /Tags .*\(line 1/],
          ["two documents", `version: 1\n---\n${canary}: 1`, /One document only/],
          ["tabs", `a:\n\tb: ${canary}`, /line 2/],
          ["an open quote", `a: "${canary}`, /line/],
          ["no anchor", `a: *${canary}`, /anchor/],
          ["a bomb", bomb, /Aliases/],
          ["an alias of itself", "a: &a [*a]", /./],
          ["a deep one", deep(60), /nested/],
          ["a very deep one", deep(50_000), /nested|line/],
          ["keys that are no text", `? [${canary}]\n: 1`, /line/]
        ] as const) {
          const told = yield* refusal(text)
          assert.match(told, says, name)
          assert.notInclude(told, canary, name)
        }
      }),
    60_000
  )

  it.effect(
    "long documents are read as short ones are, with their places",
    () =>
      Effect.gen(function* () {
        const users = Array.from({ length: 500 }, (_, index) => `  - email: user${index}@example.org\n`).join("")
        const { placeOf, value } = yield* read(`version: 1\nusers:\n${users}__proto__: {polluted: true}\n`)
        assert.strictEqual((value as { readonly users: ReadonlyArray<unknown> }).users.length, 500)
        assert.deepStrictEqual(Object.keys(value as object), ["version", "users", "__proto__"])
        assert.deepStrictEqual(placeOf(["users", "499", "email"]), { line: 502, column: 5 })
        assert.deepStrictEqual(placeOf(["users", "499", "name"]), { line: 502, column: 5 })
        assert.match(yield* refusal(`version: 1\nusers:\n${users}version: 2\n`), /appears twice \(line 503/)
      }),
    60_000
  )

  it.effect("a bad name does no harm", () =>
    Effect.gen(function* () {
      const { value } = yield* read("__proto__: {polluted: true}\nconstructor: 1\n")
      assert.isUndefined(({} as { polluted?: boolean }).polluted)
      assert.deepStrictEqual(Object.keys(value as object), ["__proto__", "constructor"])
    })
  )

  it.effect("what is written is read as it was, whatever stands in it", () =>
    Effect.gen(function* () {
      const texts = yield* DocumentText
      const hostile = {
        version: 1,
        groups: [
          "no",
          "1",
          "null",
          "~",
          "- x",
          "a: b",
          "#",
          "'",
          '"',
          "\u2028",
          "é̀",
          " x ",
          "!t",
          "*a",
          "&a",
          "%",
          "@",
          "`",
          "{",
          "[",
          "<<",
          "2026-01-01",
          ""
        ].map((name) => ({ name }))
      }
      const written = yield* texts.write(hostile, " head\n of two lines", [
        { path: ["groups", 0], text: " remark: { env: X }" }
      ])
      assert.match(written, /^# head\n# of two lines\n/)
      assert.include(written, "# remark: { env: X }")
      assert.deepStrictEqual((yield* texts.read(written)).value, hostile)
    })
  )
})

describe("documents that take longer than one may", () => {
  it.live.each([
    [
      "aliases of many anchors",
      `a:\n${Array.from({ length: 20_000 }, (_, index) => `- &a${index} x\n- *a${index}\n`).join("")}`
    ],
    ["a map of many keys", Array.from({ length: 60_000 }, (_, index) => `k${index}: 1\n`).join("")]
  ] as const)(
    "are refused: %s",
    ([, text]) =>
      Effect.gen(function* () {
        assert.match(yield* refusal(text), /too long to read/)
      }).pipe(Effect.provide(DocumentTextYaml.makeDocumentText({ threads: 1, timeLimit: "1 second", maxWaiting: 1 }))),
    60_000
  )
})
