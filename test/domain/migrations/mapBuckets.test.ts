import { assert, describe, it } from "@effect/vitest"
import { mapBuckets } from "#domain/objects/migrations/mapBuckets.ts"

describe("the targets of a draft", () => {
  it("are named, or have the prefix and the name of their source", () =>
    assert.deepStrictEqual(
      mapBuckets({ buckets: [{ source: "logs" }, { source: "photos", target: "images" }], mapping_prefix: "new-" }, []),
      [
        { source: "logs", target: "new-logs" },
        { source: "photos", target: "images" }
      ]
    ))
  it("are mapped for every bucket of the source where the draft names none", () =>
    assert.deepStrictEqual(mapBuckets({ mapping_prefix: "new-" }, ["a-bucket", "b-bucket"]), [
      { source: "a-bucket", target: "new-a-bucket" },
      { source: "b-bucket", target: "new-b-bucket" }
    ]))
  it("are refused without a name, past 100, and where the prefix makes no name of a bucket", () => {
    const many = Array.from({ length: 101 }, (_, index) => `bucket-${index}`)
    for (const [request, names] of [
      [{}, ["logs"]],
      [{ buckets: [] }, ["logs"]],
      [{ buckets: [{ source: "logs" }] }, []],
      [{ mapping_prefix: "new-" }, []],
      [{ mapping_prefix: "new-" }, many],
      [{ mapping_prefix: "New_" }, ["logs"]],
      [{ mapping_prefix: "x".repeat(60) }, ["logs"]]
    ] as const)
      assert.isString(mapBuckets(request, names), JSON.stringify(request))
  })
})
