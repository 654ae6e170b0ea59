import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { numberedKey, copyFault, compareWithCopy, targetKey } from "#domain/objects/objectwork/ObjectCopy.ts"
import { countSelected, noSelection, splitSelection, normalizeSelection } from "#domain/objects/objectwork/Selection.ts"

const folders = ["a/", "b/", "a/a/", "a/b/", "a//", "a/../", "b/a/a/", "ü/"] as const
const key = Schema.Literals(folders.flatMap((folder) => [`${folder}x`, `${folder}y`]))
const folder = Schema.Literals(folders)
const keys = Schema.UniqueArray(key)
const prefixes = Schema.UniqueArray(folder)

const meant = (
  selection: { readonly keys: ReadonlyArray<string>; readonly prefixes: ReadonlyArray<string> },
  among: ReadonlyArray<string>
) => among.filter((one) => selection.keys.includes(one) || selection.prefixes.some((prefix) => one.startsWith(prefix)))

describe("selections", () => {
  it.prop(
    "mean the same without what lies within one of their own folders, and name nothing twice",
    { keys, prefixes, others: keys },
    ({ keys, others, prefixes }) => {
      const selection = normalizeSelection({ keys, prefixes })
      const among = [...new Set([...keys, ...others])]
      assert.deepStrictEqual(meant(selection, among), meant({ keys, prefixes }, among))
      for (const one of [...selection.keys, ...selection.prefixes]) {
        assert.isFalse(
          selection.prefixes.some((prefix) => prefix !== one && one.startsWith(prefix)),
          one
        )
      }
    }
  )

  it.prop(
    "are done in portions that hold each entry once, at most a thousand at a time",
    { length: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3_500 })), prefixes },
    ({ length, prefixes }) => {
      const keys = Array.from({ length }, (_, index) => `k${index}`)
      const portions = splitSelection({ ...noSelection, keys, prefixes })
      const entries = portions.flatMap((portion) =>
        portion._tag === "Named" ? portion.entries.map((entry) => entry.key) : []
      )
      assert.deepStrictEqual(entries, keys)
      assert.isTrue(portions.every((portion) => portion._tag === "Folder" || portion.entries.length <= 1_000))
      assert.strictEqual(countSelected({ ...noSelection, keys, prefixes }), length + prefixes.length)
    }
  )

  it.prop(
    "are refused where a copy would be listed as one of its own sources",
    { keys, prefixes, prefix: folder, move: Schema.Boolean },
    ({ keys, move, prefix, prefixes }) => {
      const selection = normalizeSelection({ keys, prefixes })
      if (copyFault({ selection, base: "", prefix, sameBucket: true, move, conflict: "replace" }) !== null) return
      const targets = [...selection.keys, ...selection.prefixes.map((one) => `${one}deep/x`)].map((one) =>
        targetKey(one, "", prefix)
      )
      for (const target of targets) assert.isFalse(meant(selection, [target]).length > 0, target)
    }
  )

  it("are refused into themselves, and allowed beside", () => {
    const way = { base: "", sameBucket: true, move: true, conflict: "skip" } as const
    const chosen = (...prefixes: ReadonlyArray<string>) => normalizeSelection({ prefixes })
    assert.match(copyFault({ ...way, selection: chosen("a/"), prefix: "a/b/" }) ?? "", /into itself/)
    assert.isNotNull(copyFault({ ...way, selection: chosen("a/"), base: "a/", prefix: "" }))
    assert.isNull(copyFault({ ...way, selection: chosen("a/"), prefix: "ab/" }))
    assert.isNull(copyFault({ ...way, selection: chosen("a/"), prefix: "a/b/", sameBucket: false }))
    assert.isNull(copyFault({ ...way, selection: normalizeSelection({ keys: ["x"] }), base: "x", prefix: "y" }))
  })
})

describe("names beside names that are taken", () => {
  it("keep their folder and their ending", () => {
    assert.deepStrictEqual(
      ["a/report.pdf", "a.b/c", ".profile", "tail/"].map((one) => numberedKey(one, 2)),
      ["a/report (2).pdf", "a.b/c (2)", ".profile (2)", "tail (2)/"]
    )
  })
  it.prop(
    "are others for each number",
    { one: key, nth: Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 99 })) },
    ({ nth, one }) => {
      assert.notStrictEqual(numberedKey(one, nth), one)
      assert.notStrictEqual(numberedKey(one, nth), numberedKey(one, nth + 1))
    }
  )
})

describe("a copy", () => {
  it("is compared by size and digest; multipart digests prove equality only", () => {
    const [one, other, parts] = [`"${"a".repeat(32)}"`, "b".repeat(32), `"${"c".repeat(32)}-2"`]
    assert.strictEqual(compareWithCopy({ size: 1, etag: one }, { size: 1, etag: "a".repeat(32) }), "same")
    assert.strictEqual(compareWithCopy({ size: 1, etag: one }, { size: 1, etag: other }), "different")
    assert.strictEqual(compareWithCopy({ size: 1, etag: one }, { size: 2, etag: one }), "different")
    assert.strictEqual(compareWithCopy({ size: 1, etag: parts }, { size: 1, etag: one }), "unknown")
    assert.strictEqual(compareWithCopy({ size: 1, etag: parts }, { size: 1, etag: parts }), "same")
  })
})
