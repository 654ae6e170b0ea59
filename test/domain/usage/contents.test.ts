import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { addContents, noContents } from "#domain/usage/addContents.ts"
import { contentsCount, type ListedVersion } from "#domain/usage/contentsCount.ts"
import { countsDiffer, sortedFindings, scanFindings, warningTexts } from "#domain/usage/usageFindings.ts"
import { trafficCount, trafficWindow } from "#domain/usage/trafficCount.ts"

const now = Date.parse("2026-05-04T12:00:00Z")
const day = 86_400_000
const version = (key: string, size: number, days: number, more: Partial<ListedVersion> = {}): ListedVersion => ({
  key,
  size,
  writtenAt: now - days * day,
  isMarker: false,
  storageClass: "STANDARD",
  ...more
})
const sum = (parts: ReadonlyArray<{ readonly count: number; readonly bytes: number }>) =>
  parts.reduce((all, { bytes, count }) => ({ count: all.count + count, bytes: all.bytes + bytes }), {
    count: 0,
    bytes: 0
  })
const some = (versions: ReadonlyArray<ListedVersion>, complete = true) => {
  const count = contentsCount("b", now)
  count.versions(versions)
  return count.result(complete)
}
const Versions = Schema.Array(
  Schema.Struct({
    key: Schema.Literals(["a/1", "a/2", "b/1", "c", "d/e/f"]),
    size: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1e12 })),
    writtenAt: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: now + day })),
    isMarker: Schema.Boolean,
    storageClass: Schema.Literals(["STANDARD", "COLD"])
  })
)

describe("what buckets hold", () => {
  it("the newest version is current unless a marker; others and upload parts are hidden", () => {
    const count = contentsCount("b", now)
    count.versions([version("a/1", 10, 0), version("a/1", 20, 8)])
    count.versions([
      version("a/1", 30, 40),
      version("b", 0, 1, { isMarker: true }),
      version("b", 5_000, 400, { storageClass: "COLD" }),
      version("c", 7, 2)
    ])
    count.upload(now - 8 * day, 100)
    count.upload(now - 7 * day, null)
    const contents = count.result(true)
    assert.deepStrictEqual(
      [contents.current, contents.noncurrent, contents.delete_marker_count, contents.listed_count],
      [{ count: 2, bytes: 17 }, { count: 3, bytes: 5_050 }, 1, 6]
    )
    assert.deepStrictEqual(contents.uploads, {
      count: 2,
      old_count: 1,
      bytes: 100,
      bytes_complete: false,
      oldest_at: new Date(now - 8 * day).toISOString()
    })
    assert.strictEqual(contents.hidden_bytes, 5_150)
    assert.deepStrictEqual(
      contents.ages.map(({ count, from_days }) => [from_days, count]),
      [
        [0, 1],
        [1, 1],
        [7, 1],
        [30, 1],
        [90, 0],
        [365, 1]
      ]
    )
    assert.deepStrictEqual(
      contents.size_classes.map(({ count }) => count),
      [4, 1, 0, 0, 0, 0]
    )
    assert.deepStrictEqual(contents.storage_classes, [
      { storage_class: "COLD", count: 1, bytes: 5_000 },
      { storage_class: "STANDARD", count: 4, bytes: 67 }
    ])
    assert.deepStrictEqual(contents.prefixes, [
      { bucket: "b", prefix: "", count: 2, bytes: 5_007, written_7_days_bytes: 7, written_30_days_bytes: 7 },
      { bucket: "b", prefix: "a/", count: 3, bytes: 60, written_7_days_bytes: 10, written_30_days_bytes: 30 }
    ])
  })

  it.prop(
    "classes, storage classes and prefixes each add up to all versions, however they are paged",
    { one: Versions, other: Versions },
    ({ one, other }) => {
      const count = contentsCount("b", now)
      count.versions(one)
      count.versions(other)
      const contents = count.result(true)
      const all = sum([contents.current, contents.noncurrent])
      for (const parts of [contents.size_classes, contents.ages, contents.storage_classes, contents.prefixes ?? []])
        assert.deepStrictEqual(sum(parts), all)
      assert.deepStrictEqual(contents, some([...one, ...other]))
      assert.strictEqual(contents.listed_count, one.length + other.length)
    }
  )

  it.prop(
    "the sum of buckets is that of their parts; one that is not whole, or failed, makes it incomplete",
    { one: Versions, other: Versions },
    ({ one, other }) => {
      const [first, second] = [some(one), some(other, false)]
      const whole = addContents(noContents("t"), first)
      assert.isTrue(whole.complete)
      const both = addContents(addContents(whole, second), null)
      assert.isFalse(both.complete)
      assert.deepStrictEqual(both.buckets, { whole: 1, partial: 1, failed: 1, never: 0 })
      assert.deepStrictEqual(both.current, sum([first.current, second.current]))
      for (const parts of [both.size_classes, both.ages, both.storage_classes])
        assert.deepStrictEqual(sum(parts), sum([both.current, both.noncurrent]))
      assert.strictEqual(both.hidden_bytes, first.hidden_bytes + second.hidden_bytes)
    }
  )

  it("warnings are said once, with the names of a few; what only informs is none", () => {
    const old = contentsCount("b", now)
    old.upload(now - 30 * day, 0)
    old.versions([version("k", 1, 1), ...Array.from({ length: 100 }, () => version("k", 1_000, 2))])
    assert.deepStrictEqual(scanFindings(old.result(false), false, false), [
      "partial",
      "old_uploads",
      "many_noncurrent",
      "no_lifecycle"
    ])
    assert.deepStrictEqual(scanFindings(null, null, false), ["unreadable"])
    assert.deepStrictEqual(scanFindings(some([version("k", 1, 1), version("k", 5, 2)]), true, false), [])
    const findings = sortedFindings([
      { code: "no_lifecycle", bucket_count: 9, buckets: ["a"] },
      { code: "unreadable", bucket_count: 1, buckets: ["locked"] }
    ])
    assert.deepStrictEqual(
      findings.map(({ code }) => code),
      ["unreadable", "no_lifecycle"]
    )
    assert.deepStrictEqual(warningTexts(findings), ["1 bucket could not be looked into: locked"])
    assert.isNull(warningTexts([]))
  })

  it("counts differ by more than a hundredth and a MiB, and only of what was listed whole", () => {
    const found = some([version("k", 100_000_000, 1)])
    assert.isFalse(countsDiffer(found, 100_900_000))
    assert.isFalse(countsDiffer(found, null))
    assert.isTrue(countsDiffer(found, 105_000_000))
    assert.isFalse(countsDiffer(some([version("k", 100_000_000, 1)], false), 500_000_000))
  })
})

describe("traffic", () => {
  const entry = (at: number, bucket: string, operation: string, operations: number) => ({
    owner: "o",
    bucket,
    operation,
    at,
    operations,
    successful_operations: operations,
    bytes_sent: operations * 10,
    bytes_received: operations
  })

  it("is summed by step, operation and bucket; slice edges count once; empty hours are kept", () => {
    const { from, step } = trafficWindow("day", now)
    assert.deepStrictEqual([new Date(from).toISOString(), step], ["2026-05-03T12:00:00.000Z", 3_600_000])
    const count = trafficCount(from, now, step)
    const seam = from + day / 2
    for (const [since, until] of [
      [from, seam],
      [seam, Infinity]
    ] as const) {
      count.add(
        [
          entry(from - step, "a", "get_obj", 99),
          entry(from, "a", "get_obj", 1),
          entry(seam, "b", "put_obj", 2),
          entry(now, "", "list_buckets", 4)
        ],
        since,
        until
      )
    }
    const traffic = count.result()
    assert.deepStrictEqual(traffic.total, {
      operations: 7,
      successful_operations: 7,
      bytes_sent: 70,
      bytes_received: 7
    })
    assert.deepStrictEqual(
      traffic.by_operation.map(({ operation, operations }) => [operation, operations]),
      [
        ["list_buckets", 4],
        ["put_obj", 2],
        ["get_obj", 1]
      ]
    )
    assert.deepStrictEqual(
      traffic.by_bucket.map(({ bucket }) => bucket),
      ["", "b", "a"]
    )
    assert.lengthOf(traffic.series, 25)
    assert.deepStrictEqual(
      traffic.series.filter(({ operations }) => operations > 0).map(({ at }) => at),
      ["2026-05-03T12:00:00.000Z", "2026-05-04T00:00:00.000Z", "2026-05-04T12:00:00.000Z"]
    )
  })

  it("of a month has days, of an hour the last whole one and this one", () => {
    assert.deepStrictEqual(trafficWindow("month", now), { from: Date.parse("2026-04-04T00:00:00Z"), step: day })
    const { from, step } = trafficWindow("hour", now + 60_000)
    assert.lengthOf(trafficCount(from, now + 60_000, step).result().series, 2)
  })
})
