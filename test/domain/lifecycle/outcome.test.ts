import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { LifecycleRule } from "#domain/buckets/lifecycle/Lifecycle.ts"
import { lifecycleOutcome, type StoredVersion } from "#domain/buckets/lifecycle/lifecycleOutcome.ts"
import { dailyRuns, lifecyclePlan, scannedPrefixes } from "#domain/buckets/lifecycle/lifecyclePlan.ts"
import { simulationCount } from "#domain/buckets/lifecycle/simulationCount.ts"
import { type Done, type Entry, slowLifecycle } from "./slowLifecycle.ts"

const rule = (more: Partial<LifecycleRule>, prefix = ""): LifecycleRule => ({
  id: "r",
  enabled: true,
  filter: { prefix, tags: [], size_greater_than: null, size_less_than: null },
  expiration: null,
  noncurrent_expiration: null,
  transitions: [],
  noncurrent_transitions: [],
  abort_multipart: null,
  ...more
})
const now = Date.parse("2026-05-04T10:30:00Z")
const version = (versionId: string, writtenAt: string, more: Partial<StoredVersion> = {}): StoredVersion => ({
  versionId,
  size: 1,
  writtenAt: Date.parse(writtenAt),
  isMarker: false,
  storageClass: "STANDARD",
  ...more
})

const outcome = (
  rules: ReadonlyArray<LifecycleRule>,
  versions: ReadonlyArray<StoredVersion>,
  versioning: "off" | "enabled" | "suspended" = "enabled",
  dialect: "rgw" | "aws" = "rgw"
) =>
  lifecycleOutcome(lifecyclePlan(rules, { dialect, versioning, runs: dailyRuns(now, 30) }), "key", versions, () => [])
const said = (of: ReturnType<typeof outcome>) =>
  of.happenings.map(({ act, run, version: { versionId } }) => `${run} ${act} ${versionId}`)

describe("what lifecycle rules do to a key", () => {
  it("counts days to the next midnight UTC", () => {
    // written on the 1st at 10:30, three days end on the 4th at 10:30; the run at the next midnight is on the 5th
    const expire = [rule({ expiration: { days: 3 } })]
    assert.deepStrictEqual(said(outcome(expire, [version("null", "2026-05-01T10:30:00Z")], "off")), [
      "1 expire_current null"
    ])
    assert.deepStrictEqual(said(outcome(expire, [version("null", "2026-05-02T00:00:00.900Z")], "off")), [
      "1 expire_current null"
    ])
    assert.deepStrictEqual(said(outcome(expire, [version("null", "2026-05-02T00:00:01Z")], "off")), [
      "2 expire_current null"
    ])
    assert.deepStrictEqual(
      said(outcome([rule({ expiration: { date: "2026-05-10" } })], [version("null", "2026-05-04T10:00:00Z")], "off")),
      ["6 expire_current null"]
    )
    assert.deepStrictEqual(
      said(outcome([rule({ expiration: { date: "2020-01-01" } })], [version("null", "2026-05-04T10:00:00Z")], "off")),
      ["1 expire_current null"]
    )
  })

  it("follows what comes of it: a deleted version becomes old, and its marker is alone one day", () => {
    const rules = [
      rule({ id: "a", expiration: { days: 1 } }),
      rule({ id: "b", noncurrent_expiration: { days: 2, newer_versions: null } }),
      rule({ id: "c", expiration: { expired_object_delete_marker: true } })
    ]
    const found = outcome(rules, [version("v1", "2026-05-01T00:00:00Z")])
    assert.deepStrictEqual(said(found), [
      "1 expire_current v1",
      "3 expire_noncurrent v1",
      "3 remove_marker marker of run 1"
    ])
    assert.deepStrictEqual(
      found.happenings.map(({ freed }) => freed),
      [false, true, true]
    )
    assert.deepStrictEqual(found.left, [])
  })

  it("keeps the newest old versions, markers counted among them", () => {
    const versions = [
      version("now", "2026-05-01T00:00:00Z"),
      version("b", "2026-04-04T00:00:00Z"),
      version("marker", "2026-04-03T00:00:00Z", { isMarker: true, size: 0 }),
      version("a", "2026-04-02T00:00:00Z")
    ]
    assert.deepStrictEqual(said(outcome([rule({ noncurrent_expiration: { days: 1, newer_versions: 2 } })], versions)), [
      "1 expire_noncurrent a"
    ])
    assert.deepStrictEqual(
      said(outcome([rule({ noncurrent_expiration: { days: 29, newer_versions: null } })], versions)),
      ["1 expire_noncurrent marker", "1 expire_noncurrent a", "26 expire_noncurrent b"]
    )
  })

  it("lets the action that was due last win within a rule, and the first rule among rules", () => {
    const both = rule({ expiration: { days: 2 }, transitions: [{ days: 1, storage_class: "COLD" }] })
    const fresh = [version("null", "2026-05-04T10:00:00Z")]
    assert.deepStrictEqual(said(outcome([both], fresh, "off")), ["2 transition null", "3 expire_current null"])
    assert.deepStrictEqual(said(outcome([both], [version("null", "2026-04-01T00:00:00Z")], "off")), [
      "1 expire_current null"
    ])
    const rules = [rule({ id: "slow", expiration: { days: 9 } }), rule({ id: "fast", expiration: { days: 3 } })]
    assert.deepStrictEqual(
      outcome(rules, fresh, "off").happenings.map(({ rule: index, run }) => [index, run]),
      [[1, 4]]
    )
  })

  it("is as a gateway with suspended versioning does it", () => {
    const versions = [version("null", "2026-04-05T00:00:00Z"), version("v1", "2026-04-04T00:00:00Z")]
    const rules = [rule({ expiration: { days: 1 } })]
    assert.deepStrictEqual(said(outcome(rules, versions, "suspended")), [
      "1 expire_current null",
      "2 expire_current v1"
    ])
    assert.deepStrictEqual(
      outcome(rules, versions, "suspended", "aws").left.map(({ isMarker, versionId }) => [versionId, isMarker]),
      [
        ["null", true],
        ["v1", false]
      ]
    )
  })

  it("differs for Amazon where Amazon does", () => {
    const marker = version("marker", "2026-04-04T00:00:00Z", { isMarker: true, size: 0 })
    const buried = [version("now", "2026-05-01T00:00:00Z"), marker]
    const rules = [rule({ expiration: { expired_object_delete_marker: true } })]
    assert.deepStrictEqual(said(outcome(rules, buried)), ["1 remove_marker marker"])
    assert.deepStrictEqual(said(outcome(rules, buried, "enabled", "aws")), [])
    const move = [rule({ transitions: [{ days: 1, storage_class: "GLACIER" }] })]
    assert.deepStrictEqual(said(outcome(move, [version("small", "2026-04-01T00:00:00Z")], "off", "aws")), [])
    assert.deepStrictEqual(
      said(outcome(move, [version("big", "2026-04-01T00:00:00Z", { size: 131_072 })], "off", "aws")),
      ["1 transition big"]
    )
  })

  it("asks for tags only where everything else lets an object through", () => {
    const tagged = rule({
      expiration: { days: 3 },
      filter: { prefix: "", tags: [{ key: "k", value: "v" }], size_greater_than: 5, size_less_than: null }
    })
    const plan = lifecyclePlan([tagged], { dialect: "rgw", versioning: "off", runs: dailyRuns(now, 7) })
    const needed = (one: StoredVersion) => lifecycleOutcome(plan, "key", [one], () => undefined).unknownTags.length
    assert.strictEqual(needed(version("null", "2026-05-01T00:00:00Z", { size: 6 })), 1)
    assert.strictEqual(needed(version("null", "2026-05-01T00:00:00Z", { size: 5 })), 0)
    assert.strictEqual(needed(version("null", "2026-05-10T00:00:00Z", { size: 6 })), 0)
  })

  it("looks below the prefixes of its rules alone", () => {
    const prefixes = (...some: ReadonlyArray<string>) =>
      scannedPrefixes(
        lifecyclePlan(
          some.map((prefix, index) => rule({ id: String(index), expiration: { days: 1 } }, prefix)),
          { dialect: "rgw", versioning: "off", runs: dailyRuns(now, 1) }
        ).rules
      )
    assert.deepStrictEqual(prefixes("b/", "a/", "a/x", "b"), ["a/", "b"])
    assert.deepStrictEqual(prefixes("b/", ""), [""])
    assert.deepStrictEqual(prefixes(...Array.from({ length: 30 }, (_, index) => `p${index}/`)), [""])
    assert.deepStrictEqual(prefixes(), [])
  })
})

const Days = Schema.Literals([1, 2, 3, 5, 9])
const Prefix = Schema.Literals(["", "a", "a/", "b"])
const Tag = Schema.Struct({ key: Schema.Literals(["k"]), value: Schema.Literals(["v", "w"]) })
const Limits = Schema.Struct({
  size_greater_than: Schema.NullOr(Schema.Literal(3)),
  size_less_than: Schema.NullOr(Schema.Literal(8))
})
const Moment = Schema.Union([
  Schema.Struct({ days: Days }),
  Schema.Struct({ date: Schema.Literals(["2026-05-01", "2026-05-06"]) })
])
const Rule = Schema.Struct({
  id: Schema.Literals(["r", "s", "t"]),
  enabled: Schema.Literals([true, true, true, false]),
  filter: Schema.Struct({
    prefix: Prefix,
    tags: Schema.Union([Schema.Tuple([]), Schema.Tuple([]), Schema.Tuple([Tag])]),
    ...Limits.fields
  }),
  expiration: Schema.Union([
    Schema.Null,
    Moment,
    Schema.Struct({ expired_object_delete_marker: Schema.Literal(true) })
  ]),
  noncurrent_expiration: Schema.Union([
    Schema.Null,
    Schema.Struct({ days: Days, newer_versions: Schema.NullOr(Schema.Literals([1, 2])) })
  ]),
  transitions: Schema.Union([
    Schema.Tuple([]),
    Schema.Tuple([Schema.Struct({ days: Days, storage_class: Schema.Literals(["COLD", "ICE"]) })])
  ]),
  noncurrent_transitions: Schema.Union([
    Schema.Tuple([]),
    Schema.Tuple([Schema.Struct({ days: Days, newer_versions: Schema.Null, storage_class: Schema.Literal("COLD") })])
  ]),
  abort_multipart: Schema.Null
})
const Stored = Schema.Struct({
  age: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 24 * 12 })),
  size: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10 })),
  marker: Schema.Boolean,
  tags: Schema.Union([Schema.Tuple([]), Schema.Tuple([Tag])])
})
const Versions = Schema.Array(Stored).check(Schema.isMaxLength(5))
const keys = ["a", "a/1", "b", "c"]

describe("what lifecycle rules do, beside a gateway that does it run by run", () => {
  const compared = (
    rules: ReadonlyArray<LifecycleRule>,
    stored: ReadonlyArray<ReadonlyArray<typeof Stored.Type>>,
    versioned: boolean
  ) => {
    const bucket = new Map<string, Array<Entry>>()
    keys.forEach((key, place) => {
      const some = [...(stored[place] ?? [])]
        .sort((one, other) => one.age - other.age)
        .slice(0, versioned ? undefined : 1)
      bucket.set(
        key,
        some.map(({ age, marker, size, tags }, index) => ({
          id: `${key} ${index}`,
          at: now - age * 3_600_000 - index,
          size: marker && versioned ? 0 : size,
          marker: marker && versioned,
          tags,
          storageClass: "STANDARD"
        }))
      )
    })
    const horizons = [1, 3, 12]
    const plan = lifecyclePlan(rules, {
      dialect: "rgw",
      versioning: versioned ? "enabled" : "off",
      runs: dailyRuns(now, 12)
    })
    const count = simulationCount(plan, rules, horizons)
    const quick: Array<Done> = []
    const left = new Map<string, ReadonlyArray<string>>()
    for (const [key, entries] of bucket) {
      const tags = new Map<string, Entry["tags"]>(entries.map((entry) => [entry.id, entry.tags]))
      const versions = entries.map(
        ({ at, id, marker, size, storageClass }): StoredVersion => ({
          versionId: id,
          writtenAt: at,
          size,
          isMarker: marker,
          storageClass
        })
      )
      const found = lifecycleOutcome(plan, key, versions, ({ versionId }) => tags.get(versionId) ?? [])
      count.key(key, versions, ({ versionId }) => tags.get(versionId) ?? [])
      quick.push(
        ...found.happenings.map(({ act, rule: index, run, version: { versionId: id } }) => ({
          act,
          rule: index,
          run,
          id
        }))
      )
      left.set(
        key,
        found.left.map(({ storageClass, versionId }) => `${versionId} ${storageClass}`)
      )
    }
    const slow = slowLifecycle(rules, bucket, versioned, now, 12)
    const text = (all: ReadonlyArray<Done>) =>
      all.map(({ act, id, rule: index, run }) => `${run} ${index} ${act} ${id}`).sort()
    assert.deepStrictEqual(text(quick), text(slow))
    assert.deepStrictEqual(
      left,
      new Map(
        [...bucket].map(([key, entries]) => [key, entries.map(({ id, storageClass }) => `${id} ${storageClass}`)])
      )
    )
    const { effects } = count.result()
    assert.deepStrictEqual(
      effects.map(({ days, expired, noncurrent, delete_markers, transitions }) => [
        days,
        expired.count,
        noncurrent.count,
        delete_markers,
        transitions.count
      ]),
      horizons.map((days) => [
        days,
        ...["expire_current", "expire_noncurrent", "remove_marker", "transition"].map(
          (act) => slow.filter((one) => one.act === act && one.run <= days).length
        )
      ])
    )
  }
  it.prop(
    "is the same for any rules and versions",
    {
      rules: Schema.Array(Rule).check(Schema.isMaxLength(4)),
      a: Versions,
      b: Versions,
      c: Versions,
      d: Versions
    },
    ({ a, b, c, d, rules }) =>
      compared(
        rules.map((one, index) => ({ ...one, id: `${one.id}${index}` })),
        [a, b, c, d],
        true
      ),
    { arbitrary: { runs: 500 } }
  )
  it.prop(
    "and without versions",
    { rules: Schema.Array(Rule).check(Schema.isMaxLength(4)), a: Versions, b: Versions, c: Versions, d: Versions },
    ({ a, b, c, d, rules }) =>
      compared(
        rules.map((one, index) => ({ ...one, id: `${one.id}${index}` })),
        [a, b, c, d],
        false
      ),
    { arbitrary: { runs: 300 } }
  )
})
