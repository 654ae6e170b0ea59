import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { beforeKey } from "#domain/objects/beforeKey.ts"
import { keyOrder } from "#domain/objects/keyOrder.ts"

const bytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
const kept = (text: string) => text.toWellFormed().replaceAll("\0", "")
const pieces = ["a", "b", "/", "ü", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "🦀", "\u0001"]
const fromPieces = (text: string) => [...text].map((one) => pieces[(one.codePointAt(0) ?? 0) % pieces.length]).join("")

describe("keys", () => {
  it.effect.prop(
    "stand in the order of their UTF-8 bytes",
    { one: Schema.String, other: Schema.String },
    ({ one, other }) =>
      Effect.sync(() => {
        for (const [left, right] of [
          [kept(one), kept(other)],
          [fromPieces(one), fromPieces(other)]
        ] as const) {
          assert.strictEqual(Math.sign(keyOrder(left, right)), bytes(left, right), JSON.stringify([left, right]))
        }
      })
  )

  it.effect.prop("begin a listing that starts behind what is before them", { text: Schema.String }, ({ text }) =>
    Effect.sync(() => {
      for (const key of [kept(text), fromPieces(text)]) {
        if (key === "") continue
        const before = beforeKey(key)
        assert.isBelow(bytes(before, key), 0, JSON.stringify(key))
        assert.strictEqual(kept(before), before)
      }
    })
  )

  it("are not preceded by what a person would call shorter", () => {
    for (const [key, other] of [
      ["b", "a"],
      ["b", "azzz"],
      ["b/2", "b/1"],
      ["b/2", "b/1/x"],
      ["b/2", "b/"],
      ["\ue000", "\ud7ff"],
      ["\u{10000}", "\uffff"]
    ] as const) {
      assert.isAbove(bytes(beforeKey(key), other), 0, `${key} ${other}`)
    }
    assert.strictEqual(beforeKey(""), "")
    assert.strictEqual(beforeKey("a\u0001"), "a")
    assert.isAtMost(Buffer.byteLength(beforeKey("k".repeat(1024))), 1024)
  })
})
