import { describe, expect, it, vi } from "vitest"
import { TableLoader } from "../../frontend/src/components/resource-table/table-loader.ts"
import type { TablePage } from "../../frontend/src/components/resource-table/types.ts"
import type { Table } from "../../frontend/src/components/resource-table/use-resource-table.ts"

const PAGE = 50
const TOTAL = 100_000

const scene = async () => {
  const asked: Array<{ readonly page: number; readonly come: () => void; readonly fail: () => void }> = []
  const state = {
    status: "loading",
    outdated: false,
    selected: {},
    count: 0,
    open: false,
    version: 0,
    readings: 0,
    only: false
  }
  const signal = (value?: unknown) => ({ value })
  const table = {
    id: "rows",
    paging: "offset",
    laterPages: null,
    sortable: null,
    defaultSort: "name",
    filters: {},
    state,
    url: { q: "", sort: "name" },
    window: signal(),
    handle: signal(),
    problem: signal(),
    kept: signal(),
    matching: signal(),
    late: signal()
  } as unknown as Table
  const fetcher = (query: unknown) =>
    new Promise<TablePage>((resolve, reject) => {
      const { page } = query as { readonly page: number }
      const items = Array.from({ length: PAGE }, (_, at) => ({ name: `row-${(page - 1) * PAGE + at}` }))
      asked.push({ page, come: () => resolve({ items, total: TOTAL }), fail: () => reject(new Error("not this one")) })
    })
  const loader = new TableLoader(table, fetcher, "name", () => undefined)
  void loader.start(true)
  asked[0]?.come()
  await vi.waitFor(() => expect(state.status).toBe("ready"))
  const look = (page: number) => {
    loader.want({ start: (page - 1) * PAGE, end: page * PAGE })
  }
  return { asked, look, pages: () => asked.map(({ page }) => page) }
}

describe("what scrolling asks for", () => {
  it("is two pages at once, and then what is looked at by then: nothing of what was passed", async () => {
    const { asked, look, pages } = await scene()
    for (let page = 100; page <= 200; page++) look(page)
    expect(pages()).toEqual([1, 100, 101])
    asked[1]?.come()
    await vi.waitFor(() => expect(pages()).toEqual([1, 100, 101, 200]))
    asked[2]?.come()
    asked[3]?.come()
    await Promise.resolve()
    expect(pages()).toEqual([1, 100, 101, 200])
  })

  it("goes on where another page failed, and does not insist on that one", async () => {
    const { asked, look, pages } = await scene()
    for (const page of [100, 101, 200]) look(page)
    asked[1]?.fail()
    await vi.waitFor(() => expect(pages()).toEqual([1, 100, 101, 200]))
    asked[3]?.fail()
    asked[2]?.come()
    await vi.waitFor(() => expect(pages()).toEqual([1, 100, 101, 200, 200]))
  })
})
