import { assert, describe, it } from "@effect/vitest"
import { localPage } from "../../frontend/src/components/resource-table/local-page.ts"

const rows = [
  { name: "b", size: 2 },
  { name: "a", size: null },
  { name: "C", size: 10 }
]
const query = { sort_by: "size", sort_dir: "asc" as const, page: 1, page_size: 2 }

describe("a listing that comes whole", () => {
  it("is sorted, with the unknown last in both directions", () => {
    assert.deepStrictEqual(
      localPage(rows, { ...query, page_size: 9 }, ["name"]).items.map((row) => row.name),
      ["b", "C", "a"]
    )
    assert.deepStrictEqual(
      localPage(rows, { ...query, page_size: 9, sort_dir: "desc" }, ["name"]).items.map((row) => row.name),
      ["C", "b", "a"]
    )
  })

  it("is searched without case and paged", () => {
    assert.deepStrictEqual(localPage(rows, { ...query, search: "c" }, ["name"]), { items: [rows[2]!], total: 1 })
    assert.deepStrictEqual(localPage(rows, { ...query, page: 2 }, ["name"]), { items: [rows[1]!], total: 3 })
  })

  it("is searched and sorted by what is inside a field too", () => {
    const owned = [
      { name: "x", user: { email: "zoe@example.org" } },
      { name: "y", user: null },
      { name: "z", user: { email: "ada@example.org" } }
    ]
    assert.deepStrictEqual(
      localPage(owned, { ...query, search: "ADA@" }, ["name", "user.email"]).items.map((row) => row.name),
      ["z"]
    )
    assert.deepStrictEqual(
      localPage(owned, { ...query, page_size: 9, sort_by: "user.email" }, ["name"]).items.map((row) => row.name),
      ["z", "x", "y"]
    )
  })
})
