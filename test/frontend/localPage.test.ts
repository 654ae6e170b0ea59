import { assert, describe, it } from "@effect/vitest"
import { localPage } from "../../frontend/src/components/resource-table/local-page.ts"

const rows = [{ name: "b", size: 2 }, { name: "a", size: null }, { name: "C", size: 10 }]
const query = { search: "", sortBy: "size", sortDir: "asc" as const, page: 1, pageSize: 2, cursor: null, signal: new AbortController().signal }

describe("a listing that comes whole", () => {
  it("is sorted, with the unknown last in both directions", () => {
    assert.deepStrictEqual(localPage(rows, { ...query, pageSize: 9 }, ["name"]).items.map((row) => row.name), ["b", "C", "a"])
    assert.deepStrictEqual(localPage(rows, { ...query, pageSize: 9, sortDir: "desc" }, ["name"]).items.map((row) => row.name), ["C", "b", "a"])
  })

  it("is searched without case and paged", () => {
    assert.deepStrictEqual(localPage(rows, { ...query, search: "c" }, ["name"]), { items: [rows[2]!], total: 1 })
    assert.deepStrictEqual(localPage(rows, { ...query, page: 2 }, ["name"]), { items: [rows[1]!], total: 3 })
  })
})
