import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  type Cap,
  CapPermission,
  additionalCaps,
  matchesRequest,
  sortedCaps,
  UpdateCaps,
  UpdateQuota,
  UpdateRateLimit
} from "#domain/accounts/GatewaySettings.ts"

const Perm = Schema.NullOr(CapPermission)
const Perms = Schema.Struct({ buckets: Perm, metadata: Perm, usage: Perm, users: Perm })
const capsOf = (perms: typeof Perms.Type): ReadonlyArray<Cap> =>
  Object.entries(perms).flatMap(([type, perm]) => (perm === null ? [] : [{ type, perm }]))

const rights = (caps: ReadonlyArray<Cap>) =>
  new Set(
    caps.flatMap(({ perm, type }) => (perm === "*" ? ["read", "write"] : [perm]).map((right) => `${type}/${right}`))
  )

describe("capabilities", () => {
  it.prop(
    "what is taken away and what is given makes one list of the other, and touches nothing that both have",
    { before: Perms, wanted: Perms },
    (lists) => {
      const [before, wanted] = [capsOf(lists.before), capsOf(lists.wanted)]
      const [gone, more] = [rights(additionalCaps(before, wanted)), rights(additionalCaps(wanted, before))]
      const after = new Set([...[...rights(before)].filter((right) => !gone.has(right)), ...more])
      assert.deepStrictEqual([...after].sort(), [...rights(wanted)].sort())
      for (const right of rights(before))
        if (rights(wanted).has(right)) assert.isFalse(gone.has(right) || more.has(right))
    },
    { arbitrary: { runs: 300 } }
  )

  it("come by type, in whatever order they were sent", () => {
    assert.deepStrictEqual(
      sortedCaps([
        { type: "zone", perm: "read" },
        { type: "buckets", perm: "*" }
      ]).map(({ type }) => type),
      ["buckets", "zone"]
    )
  })

  it("a list names a type once, in the gateway's spelling", () => {
    const decode = Schema.decodeUnknownExit(UpdateCaps)
    assert.isTrue(decode({ caps: [{ type: "user-policy", perm: "read" }] })._tag === "Success")
    for (const caps of [
      [
        { type: "users", perm: "read" },
        { type: "users", perm: "write" }
      ],
      [{ type: "Users", perm: "read" }],
      [{ type: "users=*;zone", perm: "read" }],
      [{ type: "users", perm: "read, write" }],
      [{ type: "", perm: "read" }],
      [{ type: "a\0b", perm: "read" }],
      null
    ])
      assert.isTrue(decode({ caps })._tag === "Failure", JSON.stringify(caps))
  })
})

describe("what is asked of a gateway", () => {
  it("unlimited is null and never a negative number", () => {
    const quota = Schema.decodeUnknownExit(UpdateQuota)
    const fine = { enabled: true, max_size_bytes: null, max_objects: 0 }
    assert.isTrue(quota(fine)._tag === "Success")
    for (const wrong of [
      { max_size_bytes: -1 },
      { max_objects: 1.5 },
      { max_objects: 1e300 },
      { max_size_bytes: "5" },
      { enabled: null },
      { max_objects: undefined }
    ]) {
      assert.isTrue(quota({ ...fine, ...wrong })._tag === "Failure", JSON.stringify(wrong))
    }
    const limit = Schema.decodeUnknownExit(UpdateRateLimit)
    const free = {
      enabled: false,
      max_read_ops: null,
      max_write_ops: null,
      max_read_bytes: null,
      max_write_bytes: null
    }
    assert.isTrue(limit(free)._tag === "Success")
    assert.isTrue(limit({ ...free, max_read_ops: 0 })._tag === "Failure", "the gateway would take it for unlimited")
  })

  it("is so when everything that is wanted is so; what nobody spoke of may be anything", () => {
    assert.isTrue(matchesRequest({ a: 1, b: [1] }, { b: [1] }))
    assert.isTrue(matchesRequest({ a: 1 }, {}))
    assert.isFalse(matchesRequest({ a: 1 }, { a: null }))
    assert.isFalse(matchesRequest({}, { a: 1 }))
  })
})
