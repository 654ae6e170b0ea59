import { assert, it } from "@effect/vitest"
import type { ListedObject } from "#domain/objects/ObjectListing.ts"
import type { SearchRequest } from "#domain/objects/ObjectSearch.ts"
import { searchPages } from "#domain/objects/searchMatch.ts"

const any: SearchRequest = {
  prefix: "",
  text: "",
  exact: false,
  caseSensitive: false,
  recursive: true,
  kind: null,
  storageClass: null,
  minSize: null,
  maxSize: null,
  modifiedAfter: null,
  modifiedBefore: null,
  startAfter: "",
  limit: 1_000
}
const object = (key: string, more: Partial<ListedObject> = {}): ListedObject => ({
  key,
  size_bytes: 10,
  etag: null,
  storage_class: "STANDARD",
  modified_at: "2026-05-04T09:30:00.000Z",
  ...more
})
const bucket = [
  object("Readme.md"),
  object("docs/", { size_bytes: 0 }),
  object("docs/Report.pdf", { size_bytes: 0 }),
  object("docs/report/a.txt", { storage_class: "COLD" }),
  object("docs/report/b.txt", { size_bytes: 5_000 }),
  object("music/u\u0308ber.mp3", { modified_at: "2020-01-01T00:00:00.000Z" }),
  object("music/zz", { modified_at: null })
]
const found = (wanted: Partial<SearchRequest>, objects = bucket) =>
  searchPages({ ...any, ...wanted })({ objects, prefixes: [] }).map(({ key }) => key)

const cases: ReadonlyArray<readonly [name: string, wanted: Partial<SearchRequest>, keys: ReadonlyArray<string>]> = [
  ["part of a name, whatever its case; folders too", { text: "report" }, ["docs/Report.pdf", "docs/report/"]],
  ["with its case", { text: "report", caseSensitive: true }, ["docs/report/"]],
  ["the whole name", { text: "readme.md", exact: true }, ["Readme.md"]],
  ["the whole name with its case", { text: "readme.md", exact: true, caseSensitive: true }, []],
  ["a folder by its whole name", { text: "report/", exact: true }, ["docs/report/"]],
  ["a path, where the text names folders", { text: "report/a" }, ["docs/report/a.txt"]],
  ["not what is in the prefix", { prefix: "docs/", text: "docs" }, []],
  ["what looks alike is alike", { text: "ÜBER" }, ["music/u\u0308ber.mp3"]],
  ["objects only", { text: "report", kind: "object" }, ["docs/Report.pdf"]],
  ["folders only", { kind: "folder" }, ["docs/", "docs/report/", "music/"]],
  ["a storage class; folders have none", { storageClass: "COLD" }, ["docs/report/a.txt"]],
  ["empty objects", { maxSize: 0 }, ["docs/Report.pdf"]],
  ["large objects", { minSize: 5_000 }, ["docs/report/b.txt"]],
  ["old objects; of unknown age is not old", { modifiedBefore: Date.UTC(2025, 0) }, ["music/u\u0308ber.mp3"]],
  ["new objects", { modifiedAfter: Date.UTC(2025, 0), text: "b" }, ["docs/report/b.txt"]],
  ["nothing", { text: "nothing" }, []]
]

for (const [name, wanted, keys] of cases) it(`finds ${name}`, () => assert.deepStrictEqual(found(wanted), [...keys]))

it("a folder is found once, however many pages its keys go on in", () => {
  const look = searchPages({ ...any, kind: "folder" })
  const pages = Array.from({ length: 5 }, (_, page) => ({
    objects: Array.from({ length: 3 }, (_, at) => object(`a/b/${page}${at}`)),
    prefixes: []
  }))
  assert.deepStrictEqual(
    pages.flatMap((page) => look(page)).map(({ key }) => key),
    ["a/", "a/b/"]
  )
  assert.deepStrictEqual(
    searchPages({ ...any, kind: "folder", startAfter: "a/b/02" })({
      objects: [object("a/b/10"), object("a/c/1")],
      prefixes: []
    }).map(({ key }) => key),
    ["a/c/"]
  )
})

it("finds an object with content whose key ends in a slash beside its folder, and no empty one", () => {
  const entries = (wanted: Partial<SearchRequest>) =>
    searchPages({ ...any, ...wanted })({
      objects: [object("a/"), object("a/x"), object("b/", { size_bytes: 0 })],
      prefixes: []
    }).map(({ key, kind, size_bytes }) => [key, kind, size_bytes])
  assert.deepStrictEqual(entries({}), [
    ["a/", "folder", null],
    ["a/", "object", 10],
    ["a/x", "object", 10],
    ["b/", "folder", null]
  ])
  assert.deepStrictEqual(entries({ text: "a", exact: true }), [
    ["a/", "folder", null],
    ["a/", "object", 10]
  ])
  assert.deepStrictEqual(entries({ kind: "object" }), [
    ["a/", "object", 10],
    ["a/x", "object", 10]
  ])
  assert.deepStrictEqual(entries({ prefix: "a/", text: "a" }), [])
  assert.deepStrictEqual(entries({ prefix: "a/", kind: "object" }), [
    ["a/", "object", 10],
    ["a/x", "object", 10]
  ])
})

it("in one folder, folders and objects come in the order of their keys", () => {
  const page = { objects: [object("a"), object("c")], prefixes: ["b/", "d/"] }
  assert.deepStrictEqual(
    searchPages({ ...any, recursive: false })(page).map(({ key }) => key),
    ["a", "b/", "c", "d/"]
  )
})
