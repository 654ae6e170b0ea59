import { assert, describe, it } from "@effect/vitest"
import { RowWindow } from "../../frontend/src/components/resource-table/row-window.ts"

const rows = (from: number, length: number) => Array.from({ length }, (_, offset) => ({ name: `row-${from + offset}` }))

describe("the part of a listing that is in the browser", () => {
  it("asks for the pages that are scrolled to, and for no other", () => {
    const window = new RowWindow(200, "name")
    window.put(1, rows(0, 200), 100_000, null)
    assert.deepStrictEqual(window.missing(0, 40), [])
    assert.deepStrictEqual(window.missing(190, 210), [2])
    assert.deepStrictEqual(window.missing(50_000, 50_040), [251])
    assert.strictEqual(window.count, 100_000)
  })

  it("never holds 100,000 rows", () => {
    const window = new RowWindow(200, "name")
    for (let page = 1; page <= 500; page++) window.put(page, rows((page - 1) * 200, 200), 100_000, null)
    assert.isAtMost([...window.loaded()].length, 4000)
    assert.deepStrictEqual(window.missing(0, 10), [1])
  })

  it("follows a cursor and knows when it ends", () => {
    const window = new RowWindow(200, "name")
    window.put(1, rows(0, 3), null, "b")
    assert.isTrue(window.open)
    assert.deepStrictEqual(window.missing(0, 3), [2])
    assert.strictEqual(window.cursorOf(2), "b")
    window.put(2, rows(3, 2), null, null)
    assert.isFalse(window.open)
    assert.strictEqual(window.count, 5)
    assert.deepStrictEqual(window.at(4), { name: "row-4" })
    assert.deepStrictEqual(window.missing(0, 5), [])
  })

  it("knows its way through very many rows by cursor, and holds few of them", () => {
    const window = new RowWindow(50, "name")
    window.put(1, rows(0, 50), null, "50")
    for (let page = 2, from = 50; from < 100_000; page++, from += 1_000)
      window.put(
        page,
        rows(from, Math.min(1_000, 100_000 - from)),
        null,
        from + 1_000 < 100_000 ? String(from + 1_000) : null
      )
    assert.strictEqual(window.count, 100_000)
    assert.isFalse(window.open)
    assert.isAtMost(window.size, 20_000)
    assert.strictEqual(window.size, [...window.loaded()].length)
    assert.deepStrictEqual(window.at(99_999), { name: "row-99999" })
    assert.strictEqual(window.indexOf("row-99999"), 99_999)
    assert.strictEqual(window.indexOf("row-3"), -1)
    assert.deepStrictEqual(window.missing(0, 60), [1, 2])
    assert.deepStrictEqual(window.missing(50_040, 50_060), [51, 52])
    assert.strictEqual(window.cursorOf(3), "1050")
    window.put(1, rows(0, 50), null, "50")
    assert.strictEqual(window.indexOf("row-3"), 3)
    assert.deepStrictEqual(window.missing(0, 50), [])
    assert.deepStrictEqual(window.shown(0, 60), [1])
    assert.isTrue(
      [...window.loaded()].every(([index, row]) => (row as { readonly name: string }).name === `row-${index}`)
    )
  })

  it("puts newer rows in place of those it has, and counts the unknown", () => {
    const window = new RowWindow(200, "name")
    window.put(1, rows(0, 3), 3, null)
    assert.strictEqual(window.merge([{ name: "row-1", size: 5 }, { name: "new" }]), 1)
    assert.deepStrictEqual(window.at(1), { name: "row-1", size: 5 })
    assert.strictEqual(window.indexOf("row-2"), 2)
  })

  it("keeps cells that came later with their row when it is read or merged again", () => {
    const late = new Map<string, object>()
    const window = new RowWindow(200, "name", { value: late })
    window.put(1, rows(0, 2), 2, null)
    late.set("row-1", { features: { tags: "set" } })
    assert.deepStrictEqual(window.at(1), { name: "row-1" })
    window.merge([{ name: "row-1" }])
    assert.deepStrictEqual(window.at(1), { name: "row-1", features: { tags: "set" } })
    window.put(1, rows(0, 2), 2, null)
    assert.deepStrictEqual(window.at(1), { name: "row-1", features: { tags: "set" } })
    assert.deepStrictEqual(window.at(0), { name: "row-0" })
  })
})
