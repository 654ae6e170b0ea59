import { assert, describe, it } from "@effect/vitest"
import { isEqual, noCounts } from "#domain/objects/comparison/BucketComparison.ts"
import {
  compareAttributes,
  compareEntries,
  type ListedEntry,
  pairsByKey,
  verdictOfKey
} from "#domain/objects/comparison/compareEntries.ts"

const md5 = (digit: string) => digit.repeat(32)
const entry = (more: Partial<ListedEntry> = {}): ListedEntry => ({
  key: "k",
  index: 0,
  versionId: null,
  isMarker: false,
  size: 5,
  etag: md5("a"),
  modifiedAt: null,
  ...more
})
const verdict = (source: ListedEntry | null, target: ListedEntry | null) => compareEntries({ key: "k", source, target })

describe("comparing two entries of listings", () => {
  it("finds what is absent on one side", () => {
    assert.deepStrictEqual([verdict(entry(), null), verdict(null, entry())], ["missing", "extra"])
  })
  it("compares MD5 sums, also of equal sizes", () => {
    assert.deepStrictEqual(
      [verdict(entry(), entry()), verdict(entry(), entry({ etag: md5("b") })), verdict(entry(), entry({ size: 6 }))],
      ["same", "different", "different"]
    )
  })
  it("does not know whether uploads in different parts are equal", () => {
    assert.strictEqual(verdict(entry({ etag: `${md5("a")}-2` }), entry({ etag: `${md5("b")}-3` })), "unknown")
    assert.strictEqual(verdict(entry({ etag: `${md5("a")}-2` }), entry({ etag: `${md5("a")}-2` })), "same")
  })
  it("tells a delete marker from an object", () => {
    const marker = entry({ isMarker: true, size: 0, etag: null })
    assert.deepStrictEqual([verdict(marker, marker), verdict(marker, entry())], ["same", "different"])
  })
  it("sums the versions of a key: any difference counts, unknown is less", () => {
    assert.strictEqual(verdictOfKey(["same", "same"]), "same")
    assert.strictEqual(verdictOfKey(["same", "unknown"]), "unknown")
    assert.strictEqual(verdictOfKey(["unknown", "missing"]), "different")
    assert.strictEqual(verdictOfKey(["missing", "missing"]), "missing")
  })
  it("groups the adjacent versions of a key", () => {
    const pair = (key: string) => ({ key, source: entry({ key }), target: null })
    assert.deepStrictEqual(
      pairsByKey([pair("a"), pair("a"), pair("b")]).map((group) => group.length),
      [2, 1]
    )
  })
})

const none = { kind: "none", kms_key_id: null } as const
const attributes = (more: object = {}) => ({
  checksum: null,
  encryption: none,
  etag: `${md5("a")}-2`,
  parts: { count: 2, first_size_bytes: 8 },
  size_bytes: 12,
  ...more
})
const crc = (value: string, type: string | null = "FULL_OBJECT") => ({
  checksum: { algorithm: "CRC32", value, type }
})

describe("comparing attributes of objects whose ETags differ in kind", () => {
  it("trusts checksums of whole objects", () => {
    const single = { parts: null, etag: md5("b") }
    assert.strictEqual(compareAttributes(attributes(crc("x")), attributes({ ...crc("x"), ...single })), "same")
    assert.strictEqual(compareAttributes(attributes(crc("x")), attributes({ ...crc("y"), ...single })), "different")
  })
  it("learns nothing from unequal checksums of parts", () => {
    const other = { parts: { count: 3, first_size_bytes: 4 } }
    assert.strictEqual(
      compareAttributes(attributes(crc("x-2", "COMPOSITE")), attributes({ ...crc("y-3", "COMPOSITE"), ...other })),
      "unknown"
    )
  })
  it("compares ETags of uploads with equal part sizes, unless they are encrypted", () => {
    assert.strictEqual(compareAttributes(attributes(), attributes({ etag: `${md5("b")}-2` })), "different")
    assert.strictEqual(
      compareAttributes(
        attributes({ encryption: { kind: "sse_kms", kms_key_id: "k" } }),
        attributes({ etag: `${md5("b")}-2` })
      ),
      "unknown"
    )
    assert.strictEqual(
      compareAttributes(attributes(), attributes({ parts: { count: 3, first_size_bytes: 5 } })),
      "unknown"
    )
  })
})

describe("the equality of two buckets", () => {
  const setting = (verdict: "same" | "different" | "unknown") => ({
    feature: "tags" as const,
    verdict,
    source_summary: "",
    target_summary: "",
    detail: null
  })
  it("is unknown while something is unknown, and false once something differs", () => {
    assert.isTrue(isEqual(noCounts, [setting("same")]))
    assert.isNull(isEqual({ ...noCounts, unknown: 1 }, null))
    assert.isNull(isEqual(noCounts, [setting("unknown")]))
    assert.isFalse(isEqual({ ...noCounts, unknown: 1, extra: 1 }, null))
    assert.isFalse(isEqual(null, [setting("different"), setting("unknown")]))
  })
})
