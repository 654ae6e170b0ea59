import { assert, describe, it } from "@effect/vitest"
import {
  NO_SEARCH,
  searchFault,
  searchQueryOf,
  sizeTyped
} from "../../frontend/src/features/objects/explorer/search/search-wanted.ts"
import { placesText, typedPath } from "../../frontend/src/features/objects/explorer/listing/typed-path.ts"
import { isManagerBrowser } from "../../frontend/src/client/workspace-headers.ts"
import { browserHref, explorerBase, explorerBucket, isReadOnlyExplorer } from "../../frontend/src/lib/browser-href.ts"
import { clusterBrowserHref, clusterListHref } from "../../frontend/src/lib/cluster-browser-href.ts"

describe("a typed path", () => {
  const cases: ReadonlyArray<
    readonly [text: string, wanted: readonly [bucket: string, prefix: string, from: string] | null]
  > = [
    ["s3://films/2026/05/cut.mov", ["films", "2026/05/", "cut.mov"]],
    ["  S3://films/2026/\n", ["films", "2026/", ""]],
    ["s3://films", ["films", "", ""]],
    ["s3://films/a?b=c&d#e%20", ["films", "", "a?b=c&d#e%20"]],
    ["s3://films//a", ["films", "/", "a"]],
    ["/docs/read me", ["open", "docs/", "read me"]],
    ["docs", ["open", "", "docs"]],
    ["", ["open", "", ""]],
    ["s3:///key", null],
    ["s3://../key", null],
    ["s3://x y/key", null]
  ]
  for (const [text, wanted] of cases) {
    it(`${JSON.stringify(text)} leads ${wanted === null ? "nowhere" : `to ${wanted.join(" ")}`}`, () => {
      const path = typedPath(text, "open")
      assert.deepStrictEqual(path && [path.bucket, path.prefix, path.from], wanted === null ? null : [...wanted])
    })
  }
})

describe("places to which a context is limited", () => {
  it("are named as paths that can be typed", () => {
    const place = (prefix: string) => ({ bucket_name: "films", prefix })
    assert.strictEqual(placesText([place(""), place("cuts/")]), "s3://films/, s3://films/cuts/")
    assert.match(placesText(Array.from({ length: 7 }, (_, count) => place(`${count}/`))), /4\/ and 2 more$/)
  })
})

describe("a search", () => {
  it("takes sizes as people write them", () => {
    for (const [text, bytes] of [
      ["", null],
      ["20", 20],
      ["1.5 MB", 1_572_864],
      ["1,5MiB", 1_572_864],
      ["3 g", 3_221_225_472],
      ["0", 0]
    ] as const)
      assert.strictEqual(sizeTyped(text), bytes, text)
    for (const text of ["x", "-1", "1 XB", "1e9", "99999 PiB"]) assert.isUndefined(sizeTyped(text), text)
  })

  it("says what is wrong with them", () => {
    assert.strictEqual(searchFault(NO_SEARCH), "")
    assert.notStrictEqual(searchFault({ ...NO_SEARCH, least: "much" }), "")
    assert.notStrictEqual(searchFault({ ...NO_SEARCH, least: "2 MiB", most: "1 MiB" }), "")
  })

  it("asks for ages from now", () => {
    const now = Date.UTC(2026, 4, 4)
    assert.deepInclude(searchQueryOf({ ...NO_SEARCH, age: "new-24" }, "a/", now), {
      prefix: "a/",
      modified_after: "2026-05-03T00:00:00.000Z",
      modified_before: undefined
    })
    assert.deepInclude(searchQueryOf({ ...NO_SEARCH, age: "old-720" }, "", now), {
      modified_after: undefined,
      modified_before: "2026-04-04T00:00:00.000Z"
    })
    assert.deepInclude(searchQueryOf({ ...NO_SEARCH, age: "made up", type: "made up", here: "true" }, "", now), {
      modified_after: undefined,
      type: undefined,
      recursive: "false"
    })
  })
})

describe("the explorer's addresses", () => {
  it("stay within the explorer that they are of", () => {
    assert.strictEqual(
      browserHref({ contextId: "1", bucket: "b" }, "a/", "a/k", { base: "/manager/browser", view: "versions" }),
      "/manager/browser?context_id=1&bucket=b&view=versions&prefix=a%2F&open=a%2Fk"
    )
    assert.strictEqual(
      browserHref({ contextId: "", bucket: "b" }),
      "/browser?bucket=b",
      "a context that is not known yet is none of an address"
    )
    for (const [path, base] of [
      ["/manager/browser", "/manager/browser"],
      ["/manager/browser/", "/manager/browser"],
      ["/manager/browsers", "/browser"],
      ["/browser", "/browser"],
      ["/cluster-admin/browser/", "/cluster-admin/browser"],
      ["/cluster-admin/browsers", "/browser"],
      ["/manager/buckets/b/objects", "/manager/buckets/b/objects"],
      ["/manager/buckets/b/objects/", "/manager/buckets/b/objects"],
      ["/manager/buckets/b/objects-of", "/browser"],
      ["/manager/buckets/objects", "/browser"]
    ] as const) {
      assert.strictEqual(explorerBase(path), base, path)
    }
  })

  it("stay on the Objects tab of a bucket, and lead to the tab of another one", () => {
    const base = explorerBase("/manager/buckets/acme%2Fb/objects")
    assert.strictEqual(
      browserHref({ contextId: "1", bucket: "b" }, "a/", "a/k", { base, view: "versions" }),
      "/manager/buckets/acme%2Fb/objects?context_id=1&view=versions&prefix=a%2F&open=a%2Fk"
    )
    assert.strictEqual(
      browserHref({ contextId: "1", bucket: "c" }, "a/", "", { base }),
      "/manager/buckets/c/objects?context_id=1&prefix=a%2F"
    )
    assert.strictEqual(browserHref({ contextId: "1" }, "", "", { base }), "/manager/buckets?context_id=1")
  })

  it("name endpoint and tenant in Cluster Admin, whose explorer alone is read only", () => {
    assert.deepStrictEqual(
      [
        clusterBrowserHref("3", { name: "b", tenant: "" }),
        clusterBrowserHref("3", { name: "b", tenant: "research" }),
        clusterListHref("cluster-3:research")
      ],
      [
        "/cluster-admin/browser?context_id=cluster-3&bucket=b",
        "/cluster-admin/browser?context_id=cluster-3%3Aresearch&bucket=b",
        "/cluster-admin/browser?endpoint_id=3"
      ]
    )
    assert.deepStrictEqual(
      ["/browser", "/manager/browser", "/cluster-admin/browser", "/manager/buckets/b/objects"].filter(
        isReadOnlyExplorer
      ),
      ["/cluster-admin/browser"]
    )
  })

  it("name their bucket", () => {
    for (const [address, bucket] of [
      ["/browser", null],
      ["/browser?bucket=b", "b"],
      ["/manager/buckets/acme%2Fb/objects?bucket=c", "b"],
      ["/manager/buckets/b?bucket=c", "c"]
    ] as const)
      assert.strictEqual(explorerBucket(new URL(address, "http://here")), bucket, address)
  })

  it("say to the service when they are in the Manager", () => {
    assert.deepStrictEqual(
      ["/browser", "/manager/browser", "/manager/buckets/b/objects", "/manager/buckets/b", "/manager/buckets"].filter(
        isManagerBrowser
      ),
      ["/manager/browser", "/manager/buckets/b/objects"]
    )
  })
})
