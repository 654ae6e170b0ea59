import { assert, describe, it } from "@effect/vitest"
import { csv } from "#domain/platform/csv.ts"
import { allPages } from "../../frontend/src/components/listing/all-pages.ts"
import { cellsOf, exportedToast, fileName, plain } from "../../frontend/src/components/listing/export.ts"
import { addressOfIntent } from "../../frontend/src/components/listing/intents.ts"
import { type Opened, RowOpener } from "../../frontend/src/components/listing/row-opener.ts"
import { WholeRows } from "../../frontend/src/components/listing/whole-rows.ts"
import { listQuery, sortOf } from "../../frontend/src/components/resource-table/list-query.ts"
import { ProblemError } from "../../frontend/src/client/problem-error.ts"

const table = {
  paging: "offset" as const,
  sortable: ["name", "size"],
  defaultSort: "name",
  url: { q: "", sort: "name", open: "", columns: "", tab: "" }
}

describe("what a table asks for", () => {
  it("is the API's own query, and nothing is searched for where nothing was typed", () => {
    assert.deepStrictEqual(listQuery(table, 3, null, 200), {
      page: 3,
      page_size: 200,
      sort_by: "name",
      sort_dir: "asc"
    })
    assert.deepStrictEqual(listQuery({ ...table, url: { ...table.url, q: "  a b ", sort: "-size" } }, 1, null, 50), {
      page: 1,
      page_size: 50,
      sort_by: "size",
      sort_dir: "desc",
      search: "a b"
    })
    assert.deepStrictEqual(listQuery({ ...table, paging: "cursor" }, 1, null, 50), { limit: 50 })
    assert.deepStrictEqual(listQuery({ ...table, paging: "cursor" }, 2, "abc", 50), { limit: 50, cursor: "abc" })
  })

  it("never sorts by what no column sorts by, whatever the address says", () => {
    for (const sort of ["password", "-password", "", "-", "name;drop", "constructor"]) {
      assert.deepStrictEqual(sortOf({ ...table, url: { ...table.url, sort } }), { by: "name", dir: "asc" }, sort)
    }
  })
})

describe("an intent in the address", () => {
  it("is a name with 1, or with what it says after the hyphen", () => {
    assert.deepStrictEqual(addressOfIntent("create"), { name: "create", value: "1" })
    assert.deepStrictEqual(addressOfIntent("create-oidc"), { name: "create", value: "oidc" })
    assert.deepStrictEqual(addressOfIntent("create-a-b"), { name: "create", value: "a-b" })
  })
})

describe("an export", () => {
  it("quotes what has to be quoted, and guards what a spreadsheet would run", () => {
    assert.strictEqual(
      csv([["Name"], ["a,b"], ['say "hi"'], ["two\r\nlines"], ["plain"]]),
      'Name\r\n"a,b"\r\n"say ""hi"""\r\n"two\r\nlines"\r\nplain\r\n'
    )
    for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
      assert.include(csv([["x"], [text]]), `'${text}`, text)
    assert.strictEqual(csv([["=x"], ['=HYPERLINK("http://x","y")']]), '\'=x\r\n"\'=HYPERLINK(""http://x"",""y"")"\r\n')
  })

  it("keeps numbers, also negative ones, and leaves out what is not known", () => {
    assert.strictEqual(
      csv([
        ["a", "b", "c"],
        [-1, null, false]
      ]),
      "a,b,c\r\n-1,,false\r\n"
    )
    assert.strictEqual(csv([["a"]]), "a\r\n")
  })

  it("reaches into fields, joins lists, and asks the column that knows better", async () => {
    const columns = [
      { key: "user.name", label: "Who" },
      { key: "scopes", label: "Scopes" },
      { key: "nothing.there", label: "?" },
      { key: "n", label: "N", text$: { resolve: () => Promise.resolve((row: { n: number }) => row.n * 2) } as never }
    ]
    assert.deepStrictEqual(await cellsOf(columns, [{ user: { name: "Ada" }, scopes: ["a", "b"], n: 2 }]), [
      ["Ada", "a b", null, 4]
    ])
    assert.strictEqual(plain([{ a: 1 }]), '{"a":1}')
    assert.deepStrictEqual(await cellsOf([{ key: "constructor", label: "x" }], [{}]), [[null]], "only its own fields")
  })

  it("is called after its listing and the day", () => {
    assert.strictEqual(fileName("RGW accounts", "csv", new Date("2026-11-21T23:00:00Z")), "rgw-accounts-2026-11-21.csv")
  })

  it("says in its name and in the message that rows of any page are only the last known ones", async () => {
    const stale = { message: "These are the last known buckets. The gateway could not be read.", since: null }
    const pages = [
      { items: [{ id: 1 }, { id: 2 }], total: 201, stale: null },
      { items: [{ id: 2 }, { id: 3 }], total: 201, stale }
    ]
    const all = await allPages((page) => Promise.resolve(pages[page - 1] ?? { items: [], total: 201 }), {
      onProgress: () => {},
      pageSize: 200,
      rowKey: "id"
    })
    assert.deepStrictEqual(all, { rows: [{ id: 1 }, { id: 2 }, { id: 3 }], stale })
    const name = fileName("Buckets", "csv", new Date("2026-11-21T23:00:00Z"), true)
    assert.strictEqual(name, "buckets-2026-11-21-last-known.csv")
    assert.deepStrictEqual(exportedToast(3, { one: "bucket", many: "buckets" }, name, all.stale), {
      tone: "danger",
      text: "3 buckets written to buckets-2026-11-21-last-known.csv",
      detail: stale.message
    })
  })
})

describe("a listing that comes whole", () => {
  const query = { page: 1, page_size: 10, sort_by: "name", sort_dir: "asc" as const }
  it("is read once a reading, whatever is searched for", async () => {
    const whole = new WholeRows<{ name: string }>(["name"])
    let reads = 0
    const read = () => {
      reads++
      return Promise.resolve([{ name: "b" }, { name: "a" }])
    }
    assert.deepStrictEqual(
      (await whole.page(query, 1, read)).items.map(({ name }) => name),
      ["a", "b"]
    )
    assert.strictEqual((await whole.page({ ...query, search: "B" }, 1, read)).total, 1)
    assert.strictEqual(reads, 1)
    await whole.page(query, 2, read)
    assert.strictEqual(reads, 2)
    assert.deepStrictEqual(await whole.find("b", "name"), { name: "b" })
    assert.isUndefined(await whole.find("c", "name"))
    assert.strictEqual((await whole.matching({ ...query, search: "a" })).length, 1)
  })

  it("does not keep a failure, and gives up a reading that another one replaces", async () => {
    const whole = new WholeRows<{ name: string }>(["name"])
    await whole
      .page(query, 1, () => Promise.reject(new Error("down")))
      .then(
        () => assert.fail("it failed"),
        () => undefined
      )
    assert.strictEqual((await whole.page(query, 1, () => Promise.resolve([{ name: "a" }]))).total, 1)
    let signal: AbortSignal | undefined
    void whole.page(query, 2, (given) => {
      signal = given
      return new Promise(() => undefined)
    })
    await whole.page(query, 3, () => Promise.resolve([]))
    assert.isTrue(signal?.aborted)
  })
})

describe("the open row", () => {
  interface R {
    readonly id: number
    readonly name: string
  }
  const opener = (one: (key: string, signal: AbortSignal) => Promise<R>) => {
    const shown: Array<Opened<R>> = []
    return { shown, keeper: new RowOpener<R>(one, (opened) => shown.push(opened)) }
  }
  const said = (shown: ReadonlyArray<Opened<R>>) => shown.map(({ row, status }) => row?.name ?? status)
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  const refusal = (status: number) => new ProblemError({ status, code: "x", title: "", detail: "" })

  it("is the loaded one; elsewhere it is asked for, once a reading, and what is known stays meanwhile", async () => {
    let asked = 0
    const { keeper, shown } = opener(() => Promise.resolve({ id: 7, name: `read ${++asked}` }))
    keeper.look("7", undefined, 0, false)
    assert.strictEqual(asked, 0, "the first page may have it")
    keeper.look("7", undefined, 1, true)
    keeper.look("7", undefined, 1, true)
    await settle()
    keeper.look("7", undefined, 2, true)
    await settle()
    keeper.look("7", { id: 7, name: "loaded" }, 3, true)
    keeper.look("", undefined, 3, true)
    assert.deepStrictEqual(said(shown), ["loading", "read 1", "read 2", "loaded", "none"])
  })

  it("never shows an answer about another row", async () => {
    const answers = new Map<string, (row: R) => void>()
    const { keeper, shown } = opener((key) => new Promise((resolve) => answers.set(key, resolve)))
    keeper.look("1", undefined, 1, true)
    keeper.look("2", undefined, 1, true)
    answers.get("2")?.({ id: 2, name: "two" })
    await settle()
    answers.get("1")?.({ id: 1, name: "one" })
    await settle()
    assert.deepStrictEqual(said(shown), ["loading", "loading", "two"])
  })

  it("that is not there is gone; one that could not be read can be asked for again", async () => {
    for (const status of [400, 404, 422]) {
      const { keeper, shown } = opener(() => Promise.reject(refusal(status)))
      keeper.look("x", undefined, 1, true)
      await settle()
      assert.strictEqual(shown.at(-1)?.status, "gone")
    }
    let down = true
    const { keeper, shown } = opener(() =>
      down ? Promise.reject(refusal(503)) : Promise.resolve({ id: 1, name: "back" })
    )
    keeper.look("1", undefined, 1, true)
    await settle()
    assert.strictEqual(shown.at(-1)?.problem?.status, 503)
    down = false
    keeper.again()
    await settle()
    assert.strictEqual(shown.at(-1)?.row?.name, "back")
    down = true
    keeper.look("1", undefined, 2, true)
    await settle()
    assert.strictEqual(shown.at(-1)?.row?.name, "back", "what is known stays")
  })
})
