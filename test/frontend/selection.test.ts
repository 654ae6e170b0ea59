import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { fitted, leastWidth, readWidths, rulesOf } from "../../frontend/src/components/resource-table/column-widths.ts"
import {
  countText,
  removedText,
  selectedText,
  shareText
} from "../../frontend/src/components/resource-table/count-text.ts"
import {
  hiddenBy,
  MAX_SELECTED,
  type NamedRow,
  type Picked,
  shareOf,
  withToggled,
  withoutRows,
  withRows
} from "../../frontend/src/components/resource-table/selection-model.ts"

const rows = (...keys: ReadonlyArray<string>): ReadonlyArray<NamedRow> => keys.map((key) => [key, `label of ${key}`])
const keysOf = (picked: Picked) => Object.keys(picked)
const Keys = Schema.Array(Schema.String)

describe("a selection", () => {
  it("takes rows in, lets them go, and knows each once", () => {
    const picked = withRows({}, rows("a", "b", "a"))
    assert.deepStrictEqual(picked, { a: "label of a", b: "label of b" })
    assert.deepStrictEqual(keysOf(withToggled(picked, ["a", "x"])), ["b"])
    assert.deepStrictEqual(withToggled(picked, ["c", "C"])["c"], "C")
    assert.deepStrictEqual(keysOf(withoutRows(picked, ["b", "nothing"])), ["a"])
  })

  it("keeps keys that are names of anything", () => {
    const names = ["__proto__", "constructor", "toString", "", "a\0b", "\ud800"]
    const picked = withRows({}, rows(...names))
    assert.sameMembers(keysOf(picked), names)
    assert.isFalse(Object.hasOwn(withoutRows(picked, ["__proto__"]), "__proto__"))
    assert.strictEqual(shareOf({}, ["constructor"]), "none")
  })

  it.prop("obeys the laws of sets", { before: Keys, added: Keys }, ({ added, before }) => {
    const picked = withRows({}, rows(...before))
    const more = withRows(picked, rows(...added))
    assert.deepStrictEqual(new Set(keysOf(more)), new Set([...before, ...added]))
    assert.deepStrictEqual(
      new Set(keysOf(withoutRows(more, added))),
      new Set(before.filter((key) => !added.includes(key)))
    )
    for (const key of added.slice(0, 3))
      assert.deepStrictEqual(
        new Set(keysOf(withToggled(withToggled(more, [key, ""]), [key, ""]))),
        new Set(keysOf(more))
      )
  })

  it("shrinks a range again when one goes back, without what was selected before", () => {
    const base = withRows({}, rows("z"))
    assert.deepStrictEqual(keysOf(withRows(base, rows("b", "c", "d"))), ["z", "b", "c", "d"])
    assert.deepStrictEqual(keysOf(withRows(base, rows("b"))), ["z", "b"])
  })

  it("holds no more than a person can answer for", () => {
    const full = withRows({}, rows(...Array.from({ length: MAX_SELECTED + 5 }, (_, at) => `k${at}`)))
    assert.lengthOf(keysOf(full), MAX_SELECTED)
    assert.lengthOf(keysOf(withToggled(full, ["another", ""])), MAX_SELECTED)
  })

  it("tells how much of what is shown it has", () => {
    const picked = withRows({}, rows("a", "b"))
    assert.deepStrictEqual(
      [shareOf(picked, []), shareOf(picked, ["c"]), shareOf(picked, ["a", "c"]), shareOf(picked, ["b", "a"])],
      ["none", "none", "some", "all"]
    )
  })

  it("tells how many a filter hides only once that is known", () => {
    const picked = withRows({}, rows("a", "b", "c"))
    assert.strictEqual(hiddenBy(picked, { keys: new Set(["a"]), whole: true }), 2)
    assert.isNull(
      hiddenBy(picked, { keys: new Set(["a"]), whole: false }),
      "the others may be on pages that nobody read"
    )
    assert.strictEqual(hiddenBy(picked, { keys: new Set(["a", "b", "c", "d"]), whole: false }), 0)
  })
})

describe("the line under a table", () => {
  const noun = { one: "entry", many: "entries" }
  const ready = { status: "ready", outdated: false, open: false, count: 7, all: 72 } as const
  it("says how many there are, and of how many", () => {
    assert.strictEqual(countText(ready, noun, true, false), "7 of 72 entries")
    assert.strictEqual(countText({ ...ready, count: 0 }, noun, true, false), "0 of 72 entries")
    assert.strictEqual(countText({ ...ready, count: 1, all: 1 }, noun, false, false), "1 entry")
    assert.strictEqual(countText({ ...ready, count: 1 }, noun, true, false), "1 of 72 entries")
    assert.strictEqual(countText({ ...ready, open: true, count: 200 }, noun, false, false), "200+ entries")
    assert.strictEqual(countText({ ...ready, all: null }, noun, true, false), "7 entries")
  })
  it("says no number that nobody answered", () => {
    assert.strictEqual(
      countText({ ...ready, status: "failed", open: true, count: 0 }, noun, false, true),
      "The entries were not loaded"
    )
    assert.strictEqual(countText({ ...ready, outdated: true }, noun, true, false), "Searching entries…")
    assert.strictEqual(countText({ ...ready, outdated: true }, noun, true, true), "The entries were not loaded")
    assert.strictEqual(
      countText({ ...ready, status: "loading", open: true, count: 0 }, noun, false, false),
      "Loading entries…"
    )
    assert.deepStrictEqual(
      [
        shareText({ ...ready, status: "failed" }, true),
        shareText({ ...ready, outdated: true }, true),
        shareText({ ...ready, open: true }, false)
      ],
      ["", "", ""]
    )
  })
  it("says what the filter hides and what is gone", () => {
    assert.strictEqual(selectedText({ hidden: 7, only: false }), " · 7 hidden by the filter")
    assert.strictEqual(selectedText({ hidden: null, only: false }), " · some may be hidden by the filter")
    assert.deepStrictEqual(
      [removedText(["a"]), removedText(["a", "b"])],
      ["a is gone and left the selection", "2 are gone and left the selection"]
    )
  })
})

describe("widths of columns", () => {
  const columns = [
    { key: "name", label: "Name" },
    { key: "created_at", label: "Created", format: "ago" as const }
  ]
  it("are kept within bounds, and a time is never cut", () => {
    assert.deepStrictEqual(
      [fitted(columns[0]!, 3), fitted(columns[0]!, 99_999), fitted(columns[1]!, 10)],
      [64, 960, leastWidth({ format: "ago" })]
    )
    assert.include(rulesOf("users", { created_at: 200 }, columns), "flex: 0 0 200px")
    assert.include(
      rulesOf("users", { name: 200 }, columns),
      '[data-table="users"] [data-col="name"] { flex: 0 1 200px }'
    )
    assert.strictEqual(rulesOf("users", {}, columns), "")
  })
  it("survive whatever stands in the storage", () => {
    for (const kept of [
      null,
      "",
      "{",
      "[]",
      "7",
      "null",
      '{"name":"100","x} body{":7}',
      '{"name":null,"created_at":1e999}'
    ])
      assert.deepStrictEqual(readWidths(kept, columns), {}, String(kept))
    assert.deepStrictEqual(readWidths('{"name":100,"created_at":1,"gone":5}', columns), {
      name: 100,
      created_at: leastWidth({ format: "ago" })
    })
  })
})
