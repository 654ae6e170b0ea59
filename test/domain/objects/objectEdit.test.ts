import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { cannedAcls, matchCannedAcl } from "#domain/objects/cannedAcl.ts"
import { lockReason } from "#domain/objects/ObjectLocks.ts"
import { objectHeaderNames, type ObjectHeaderName } from "#domain/objects/ObjectDetails.ts"
import { isNoOpEdit, applyObjectEdit, applyTagEdit, unwritableValues } from "#domain/objects/objectEdit.ts"

const names = Object.keys(objectHeaderNames) as ReadonlyArray<ObjectHeaderName>
const Value = Schema.NullOr(Schema.String)
const Headers = Schema.Struct({
  content_type: Value,
  cache_control: Value,
  content_disposition: Value,
  content_encoding: Value,
  content_language: Value,
  expires: Value,
  website_redirect: Value
})
const few = Schema.Literals(["a", "b", "c", "d", "__proto__"])
const head = { headers: Headers, metadata: Schema.Record(few, Schema.String), storage: Schema.String }
const Changes = Schema.Array(Schema.Struct({ name: few, value: Value }))
const asked = { ...head, changed: Schema.Array(Schema.Literals(names)), values: Headers, metadataChanges: Changes }

describe("an edit of an object", () => {
  it.prop(
    "keeps every header and every piece of metadata that it does not name, and sets those that it names",
    asked,
    (given) => {
      const before = { headers: given.headers, metadata: given.metadata, storage_class: given.storage }
      const metadata = [...new Map(given.metadataChanges.map((change) => [change.name, change])).values()]
      const change = { headers: Object.fromEntries(given.changed.map((name) => [name, given.values[name]])), metadata }
      const after = applyObjectEdit(before, change)
      for (const name of names)
        assert.strictEqual(
          after.headers[name],
          given.changed.includes(name) ? given.values[name] : before.headers[name]
        )
      const told = new Map(metadata.map(({ name, value }) => [name as string, value]))
      for (const [name, value] of Object.entries(before.metadata))
        if (!told.has(name)) assert.strictEqual(after.metadata[name], value)
      for (const [name, value] of told)
        assert.strictEqual(Object.entries(after.metadata).find(([one]) => one === name)?.[1] ?? null, value)
      for (const name of Object.keys(after.metadata)) assert.isTrue(told.has(name) || name in before.metadata)
      assert.strictEqual(after.storage_class, before.storage_class)
    }
  )

  it.prop("that names nothing changes nothing", head, ({ headers, metadata, storage }) => {
    const before = { headers, metadata, storage_class: storage }
    assert.isTrue(isNoOpEdit(before, applyObjectEdit(before, {})))
    assert.isFalse(isNoOpEdit(before, applyObjectEdit(before, { storage_class: `${storage}x` })))
    assert.isFalse(isNoOpEdit(before, applyObjectEdit(before, { metadata: [{ name: "new", value: "" }] })))
  })

  it("of what holds more than ASCII says what could not be written back, unless it is set anew", () => {
    const none = Object.fromEntries(names.map((name) => [name, null])) as Record<ObjectHeaderName, null>
    const before = {
      headers: { ...none, content_disposition: "inline; filename=ü" },
      metadata: { a: "ü", b: "u" },
      storage_class: "STANDARD"
    }
    assert.deepStrictEqual(unwritableValues(applyObjectEdit(before, {})), ["content_disposition", "metadata a"])
    assert.deepStrictEqual(
      unwritableValues(
        applyObjectEdit(before, { headers: { content_disposition: null }, metadata: [{ name: "a", value: "u" }] })
      ),
      []
    )
  })
})

describe("a change of tags", () => {
  const Tags = Schema.Array(Schema.Struct({ key: few, value: Schema.String }))
  it.prop(
    "keeps the values and the order of those that it does not name",
    { tags: Tags, set: Tags, remove: Schema.Array(few) },
    ({ remove, set, tags }) => {
      const before = [...new Map(tags.map((tag) => [tag.key, tag])).values()]
      const after = applyTagEdit(before, { set, remove })
      const named = new Set<string>([...set.map(({ key }) => key), ...remove])
      assert.deepStrictEqual(
        after.filter(({ key }) => !named.has(key)),
        before.filter(({ key }) => !named.has(key))
      )
      const last = new Map(set.map(({ key, value }) => [key as string, value]))
      assert.deepStrictEqual(
        new Map(after.filter(({ key }) => last.has(key)).map(({ key, value }) => [key, value])),
        last
      )
      for (const key of remove) if (!last.has(key)) assert.isFalse(after.some((tag) => tag.key === key))
    }
  )
})

describe("an access control list", () => {
  const owner = { id: "RGW1", name: null }
  const own = { type: "user" as const, grantee: "RGW1", display_name: "me", permission: "FULL_CONTROL" as const }
  const group = (grantee: string, permission: "READ" | "WRITE") => ({
    type: "group" as const,
    grantee,
    display_name: null,
    permission
  })
  it("has a name where it says no more than the name", () => {
    const lists = [
      [own],
      [group("AllUsers", "READ"), own],
      [own, group("AllUsers", "WRITE"), group("AllUsers", "READ")],
      [own, group("AuthenticatedUsers", "READ")]
    ]
    assert.deepStrictEqual(
      lists.map((grants) => matchCannedAcl({ owner, grants })),
      [...cannedAcls]
    )
    const nameless = [
      [],
      [group("AllUsers", "READ")],
      [own, group("AllUsers", "WRITE")],
      [own, { ...own, grantee: "RGW2" }],
      [own, { ...own, permission: "READ" as const }]
    ]
    assert.deepStrictEqual(
      nameless.map((grants) => matchCannedAcl({ owner, grants })),
      nameless.map(() => null)
    )
  })
})

describe("why a version cannot be deleted", () => {
  const until = "2026-06-04T09:30:00.000Z"
  const now = Date.parse(until) - 1
  it("is its hold, or a retention that is not over", () => {
    const lock = { mode: null, retain_until: null, legal_hold: false }
    assert.isNull(lockReason(lock, now))
    assert.include(lockReason({ ...lock, legal_hold: true }, now), "legal hold")
    assert.include(lockReason({ ...lock, mode: "governance", retain_until: until }, now), "bypass")
    assert.include(lockReason({ ...lock, mode: "compliance", retain_until: until }, now), "nobody")
    assert.isNull(lockReason({ ...lock, mode: "compliance", retain_until: until }, now + 1))
  })
})
