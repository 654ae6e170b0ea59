import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  filterValues,
  type Filter,
  passesFilter,
  normalizeFilterText
} from "../../frontend/src/components/filters/filter.ts"
import { filterWords } from "../../frontend/src/components/filters/filter-words.ts"
import { EXACT_FILTER } from "../../frontend/src/components/filters/exact-filter.ts"
import { rowPredicate } from "../../frontend/src/components/filters/row-predicate.ts"
import {
  initialView,
  readViews,
  renamedView,
  searchOfView,
  stateOfView,
  viewName,
  withoutView,
  withView
} from "../../frontend/src/components/filters/saved-views.ts"
import { amountInUnit, unitFor } from "../../frontend/src/components/filters/size-units.ts"

const one: Filter = {
  kind: "choice",
  name: "status",
  label: "Status",
  options: [
    { value: "pending", label: "Pending" },
    { value: "done", label: "Done" }
  ],
  of: "status"
}
const many: Filter = { ...one, many: true, name: "states" }
const bool: Filter = { kind: "boolean", name: "on", label: "State", yes: "On", no: "Off", of: "on" }
const number: Filter = { kind: "number", name: "objects", label: "Objects", of: "count" }
const size: Filter = { kind: "size", name: "size", label: "Size", of: "bytes" }
const time: Filter = { kind: "time", name: "created", label: "Created", of: "at" }
const text: Filter = { kind: "text", name: "prefix", label: "Name", of: "name" }
const all = [one, many, bool, number, size, time, text]
const Amount = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
const now = Date.parse("2026-11-21T12:00:00Z")

const hostile = [
  "\0",
  "constructor",
  "__proto__",
  "pending;drop",
  ",",
  ",,",
  "PENDING",
  "..",
  "-1..5",
  "1e3..",
  "1..2..3",
  "0x10..",
  " 1..2",
  "99999999999999999999..",
  "2026-02-30..",
  "..2026-13-01",
  "0000-01-01..",
  "true ",
  "1",
  "\ud800",
  "a".repeat(201)
]

describe("a filter in the address", () => {
  it("is what its declaration allows, spelled in one way", () => {
    assert.strictEqual(normalizeFilterText(one, "done,pending"), "pending")
    assert.strictEqual(normalizeFilterText(many, "done,pending,done,else"), "pending,done")
    assert.deepStrictEqual(
      [normalizeFilterText(bool, "true"), normalizeFilterText(bool, "false"), normalizeFilterText(bool, "yes")],
      ["true", "false", ""]
    )
    assert.deepStrictEqual(
      ["5..", "..5", "9..5", "007..9", ".."].map((said) => normalizeFilterText(number, said)),
      ["5..", "..5", "5..9", "7..9", ""]
    )
    assert.deepStrictEqual(
      ["2026-03-01..2026-02-01", "..2026-02-28", "7d", "8d"].map((said) => normalizeFilterText(time, said)),
      ["2026-02-01..2026-03-01", "..2026-02-28", "7d", ""]
    )
    assert.strictEqual(normalizeFilterText(text, "  logs-  "), "logs-")
  })

  it("says nothing where the address is nonsense, but for a text, which may be anything that can be written", () => {
    for (const filter of all.filter((each) => each !== text))
      for (const said of hostile)
        assert.strictEqual(normalizeFilterText(filter, said), "", `${filter.name}=${JSON.stringify(said)}`)
    for (const said of ["\0", "a\nb", "\ud800", "a".repeat(201), "   "])
      assert.strictEqual(normalizeFilterText(text, said), "")
    assert.strictEqual(normalizeFilterText(text, "'; drop table --"), "'; drop table --")
  })

  it.prop(
    "is stable: what it says once, it says again",
    { said: Schema.String, at: Schema.Literals([0, 1, 2, 3, 4, 5, 6]) },
    ({ at, said }) => {
      const filter = all[at]!
      const once = normalizeFilterText(filter, said)
      assert.strictEqual(normalizeFilterText(filter, once), once)
      assert.isString(filterWords(filter, once))
      filterValues([filter], { [filter.name]: said }, now)
    }
  )

  it.prop("has its bounds in order, whichever way they were typed", { one: Amount, other: Amount }, (typed) => {
    const { objects } = filterValues([number], { objects: `${typed.one}..${typed.other}` }, now) as {
      readonly objects: unknown
    }
    assert.deepStrictEqual(objects, { min: Math.min(typed.one, typed.other), max: Math.max(typed.one, typed.other) })
  })

  it("is typed for the one who asks: values, bounds, moments of whole days in UTC, a while until now", () => {
    const chosen = filterValues(
      all,
      {
        status: "done",
        states: "done,pending",
        on: "false",
        objects: "..7",
        size: "1024..",
        created: "2026-11-01..2026-11-20",
        prefix: "x"
      },
      now
    )
    assert.deepStrictEqual(chosen as unknown, {
      status: "done",
      states: ["pending", "done"],
      on: false,
      objects: { min: null, max: 7 },
      size: { min: 1024, max: null },
      created: { after: "2026-11-01T00:00:00Z", before: "2026-11-21T00:00:00Z" },
      prefix: "x"
    })
    assert.deepStrictEqual(filterValues([time], { created: "24h" }, now) as unknown, {
      created: { after: "2026-11-20T12:00:00.000Z", before: null }
    })
    assert.deepStrictEqual(filterValues(all, {}, now) as unknown, {
      status: null,
      states: null,
      on: null,
      objects: null,
      size: null,
      created: null,
      prefix: null
    })
  })

  it("begins with what the listing says, until the address takes it away", () => {
    const initial: Filter = { ...one, initial: "pending" }
    assert.deepStrictEqual(filterValues([initial], {}, now) as unknown, { status: "pending" })
    assert.deepStrictEqual(filterValues([initial], { status: "" }, now) as unknown, { status: null })
  })

  it("says in its chip what it does", () => {
    const said: ReadonlyArray<readonly [Filter, string, string]> = [
      [many, "pending,done", "Pending, Done"],
      [bool, "false", "Off"],
      [number, "5..", "at least 5"],
      [number, "..2000", "at most 2,000"],
      [number, "3..3", "3"],
      [size, "1024..1073741824", "1 KiB to 1 GiB"],
      [time, "7d", "the last 7 days"],
      [time, "2026-11-01..", "since 2026-11-01"],
      [text, "a", "“a”"]
    ]
    for (const [filter, value, words] of said) assert.strictEqual(filterWords(filter, value), words)
    const offered = { kind: "offered", name: "e", label: "Endpoint" } as unknown as Filter
    assert.deepStrictEqual(
      [filterWords(offered, "7"), filterWords(offered, "7", [{ value: "7", label: "north" }])],
      ["7", "north"]
    )
  })
})

describe("filters of a listing that came whole", () => {
  const rows = [
    { status: "pending", on: true, count: 5, bytes: 2048, at: "2026-11-20T23:59:59Z", name: "Alpha" },
    { status: "done", on: false, count: 0, bytes: null, at: null, name: "beta" }
  ]
  const left = (url: Record<string, string>) => rows.filter(rowPredicate(all, url, now)).map(({ name }) => name)
  it("let through what fits; what is not known is in no range", () => {
    assert.deepStrictEqual(left({}), ["Alpha", "beta"])
    assert.deepStrictEqual(
      [left({ status: "done" }), left({ states: "done,pending" }), left({ on: "true" }), left({ on: "false" })],
      [["beta"], ["Alpha", "beta"], ["Alpha"], ["beta"]]
    )
    assert.deepStrictEqual(
      [
        left({ objects: "0..0" }),
        left({ size: "0.." }),
        left({ created: "..2026-11-20" }),
        left({ created: "..2026-11-19" }),
        left({ created: "24h" })
      ],
      [["beta"], ["Alpha"], ["Alpha"], [], ["Alpha"]]
    )
    assert.deepStrictEqual(
      [left({ prefix: "ALP" }), left({ prefix: "a", objects: "1.." }), left({ status: "nonsense" })],
      [["Alpha"], ["Alpha"], ["Alpha", "beta"]]
    )
    assert.isTrue(
      passesFilter({ ...one, of: undefined } as unknown as Filter, "done", now, () => "pending"),
      "the service filters what names no field"
    )
  })
})

describe("an exact search of a listing that came whole", () => {
  const rows = [
    { name: "prod", url: "https://prod.example.org", tags: ["eu"] },
    { name: "prod-2", url: "https://prod", tags: ["prod", "eu"] },
    { name: "Prod", url: "https://x.example.org", tags: [] }
  ]
  const left = (url: Record<string, string>) =>
    rows.filter(rowPredicate([EXACT_FILTER], url, now, ["name", "url", "tags"])).map(({ name }) => name)
  it("matches exact names in any searched field, case included; without a filter all pass", () => {
    assert.deepStrictEqual(left({ q: "prod", match: "exact" }), ["prod", "prod-2"])
    assert.deepStrictEqual(
      [
        left({ q: " prod-2 ", match: "exact" }),
        left({ q: "pro", match: "exact" }),
        left({ q: "https://prod", match: "exact" })
      ],
      [["prod-2"], [], ["prod-2"]]
    )
    const open: ReadonlyArray<Record<string, string>> = [
      { q: "pro" },
      { match: "exact" },
      { q: "  ", match: "exact" },
      { q: "pro", match: "nonsense" }
    ]
    for (const url of open) assert.deepStrictEqual(left(url), ["prod", "prod-2", "Prod"])
  })
})

describe("saved views", () => {
  const keys = { q: "", sort: "name", status: "pending" }
  it("keep what differs from how the listing opens, and give it back", () => {
    const search = searchOfView(keys, { q: "a&b=c", sort: "-size", status: "" })
    assert.deepStrictEqual(stateOfView(keys, search), { q: "a&b=c", sort: "-size", status: "" })
    assert.strictEqual(searchOfView(keys, { q: "", sort: "name", status: "pending" }), "")
  })

  it.prop("give any state back", { q: Schema.String, sort: Schema.String }, (typed) => {
    const url = { q: typed.q.toWellFormed(), sort: typed.sort.toWellFormed(), status: "x" }
    assert.deepStrictEqual(stateOfView(keys, searchOfView(keys, url)), url)
  })

  it("are named, renamed, deleted, and one of them is begun with", () => {
    let views = withView(withView([], " Mine ", "q=a"), "Other", "q=b")
    assert.deepStrictEqual(
      views.map(({ name, search }) => [name, search]),
      [
        ["Mine", "q=a"],
        ["Other", "q=b"]
      ]
    )
    views = withView(views, "Mine", "q=c")
    assert.strictEqual(views[0]?.search, "q=c")
    assert.deepStrictEqual(renamedView(views, "Mine", "Other"), views, "not another one's name")
    assert.deepStrictEqual(
      renamedView(views, "Mine", "New").map(({ name }) => name),
      ["New", "Other"]
    )
    assert.deepStrictEqual(
      initialView(initialView(views, "Mine"), "Other").map(({ initial }) => initial),
      [false, true]
    )
    assert.deepStrictEqual(
      initialView(initialView(views, "Mine"), "Mine").map(({ initial }) => initial),
      [false, false]
    )
    assert.deepStrictEqual(
      withoutView(views, "Mine").map(({ name }) => name),
      ["Other"]
    )
    assert.strictEqual(viewName("\0 a\nb "), "a b")
  })

  it("survive whatever stands in the storage", () => {
    for (const kept of [null, "", "{", "null", "7", "{}", "[null,1,[],{}]", '[{"name":1,"search":""}]'])
      assert.deepStrictEqual(readViews(kept), [], String(kept))
    const two = readViews(
      JSON.stringify([
        { name: "a", search: "q=1", initial: true },
        { name: "a", search: "" },
        { name: "b", search: "", initial: true, more: 1 },
        { name: " ", search: "" }
      ])
    )
    assert.deepStrictEqual(two, [
      { name: "a", search: "q=1", initial: true },
      { name: "b", search: "", initial: false }
    ])
    assert.lengthOf(
      readViews(JSON.stringify(Array.from({ length: 500 }, (_, at) => ({ name: `v${at}`, search: "" })))),
      50
    )
  })
})

describe("a size that is typed", () => {
  it("stands in the largest unit in which its bounds are whole", () => {
    assert.deepStrictEqual(
      [unitFor("", ""), unitFor("1024", "1048576"), unitFor("1000", ""), unitFor("0", "1073741824")],
      [1024 ** 3, 1024, 1, 1024 ** 3]
    )
    assert.strictEqual(amountInUnit("1048576", 1024), "1024")
  })
})
