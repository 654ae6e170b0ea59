import { assert, describe, it } from "@effect/vitest"
import { exactly, SCAN_LIMITS, scanText } from "../../frontend/src/features/accounts/storage-access/exact.ts"

interface Row {
  readonly id: number
  readonly name: string
  readonly uid: string
}

const query = { page: 1, page_size: 50, sort_by: "name", sort_dir: "asc" } as const

const service = (rows: ReadonlyArray<Row>) => {
  const asked: Array<number> = []
  const read = async ({
    page,
    page_size,
    search = ""
  }: {
    readonly page: number
    readonly page_size: number
    readonly search?: string
  }) => {
    asked.push(page)
    const fits = rows.filter(({ name, uid }) => `${name} ${uid}`.toLowerCase().includes(search.toLowerCase().trim()))
    return { items: fits.slice((page - 1) * page_size, page * page_size), total: fits.length, total_all: rows.length }
  }
  return { asked, read }
}

const rows = (count: number, name: (n: number) => string): ReadonlyArray<Row> =>
  Array.from({ length: count }, (_, id) => ({ id, name: name(id), uid: `uid-${id}` }))

describe("an exact search", () => {
  it("finds by name or id what is called so, with its case, over several pages", async () => {
    const all = [
      ...rows(500, (n) => `app-${n}`),
      { id: 900, name: "app", uid: "x" },
      { id: 901, name: "App", uid: "y" },
      { id: 902, name: "other", uid: "app" }
    ]
    const { asked, read } = service(all)
    const { page, scan } = await exactly<Row, string>({ ...query, search: " app " }, ["name", "uid"], read)
    assert.deepStrictEqual(
      page.items.map(({ id }) => id),
      [900, 902]
    )
    assert.deepInclude(page, { total: 2, total_all: 503 })
    assert.deepStrictEqual(asked, [1, 2, 3])
    assert.deepStrictEqual(scan, { text: "app", scanned: 503, of: 503, found: 2 })
    assert.strictEqual(scanText(scan, "RGW user"), "2 exactly “app”: looked at all 503 that contain it.")
  })
  it("looks no further than it may, and says so", async () => {
    const { asked, read } = service([...rows(5_000, (n) => `app-${n}`), { id: 9_000, name: "app", uid: "x" }])
    const { page, scan } = await exactly<Row, string>({ ...query, search: "app" }, ["name", "uid"], read)
    assert.strictEqual(asked.length, SCAN_LIMITS.pages)
    assert.deepStrictEqual(page.items, [])
    assert.match(
      scanText(scan, "RGW user"),
      /^None exactly “app”: looked at the first 2,000 of 5,001 that contain it\. There may be more/
    )
  })
  it("pages what it found, and ends where the service has no more", async () => {
    const { read } = service(rows(120, () => "same"))
    const { page } = await exactly<Row, string>({ ...query, page: 3, search: "same" }, ["name"], read)
    assert.deepStrictEqual([page.items.length, page.total], [20, 120])
    const nothing = await exactly<Row, string>({ ...query, search: "none" }, ["name"], read)
    assert.strictEqual(scanText(nothing.scan, "RGW user"), "No RGW user contains “none”.")
  })
})
