import { assert, describe, it } from "@effect/vitest"
import { type CopyLoss, type CopyProperties, copyLossesOf, planCopy } from "#domain/objects/CopyProperties.ts"

const now = Date.parse("2026-05-01T00:00:00Z")
const grant = (grantee: string, permission: "READ" | "FULL_CONTROL") => ({
  type: "user" as const,
  grantee,
  display_name: null,
  permission
})
const owner = { id: "me", name: null }
const anybody = { type: "group" as const, grantee: "AllUsers", display_name: null, permission: "READ" as const }
const plain: CopyProperties = {
  encryption: { kind: "none", kms_key_id: null },
  lock: { mode: null, retain_until: null, legal_hold: false },
  acl: { owner, grants: [grant("me", "FULL_CONTROL")] },
  storageClass: "STANDARD",
  websiteRedirect: null
}
const retained = { mode: "governance" as const, retain_until: "2027-01-01T00:00:00Z", legal_hold: false }
const encrypted: CopyProperties = { ...plain, encryption: { kind: "sse_kms", kms_key_id: "k" } }
const here = { sameGateway: true, objectLock: false }
const there = { sameGateway: false, objectLock: false }

const all = (properties: CopyProperties, target: typeof here) => {
  const { certain, possible } = copyLossesOf(properties, target, now)
  return [...certain, ...possible]
}

describe("what a copy may lose", () => {
  for (const [what, properties, target, expected] of [
    ["nothing of a plain object, wherever it goes", plain, there, []],
    ["no encryption within a gateway", encrypted, here, []],
    ["the encryption at another gateway", encrypted, there, ["encryption"]],
    ["a retention where the target bucket has no object lock", { ...plain, lock: retained }, here, ["object_lock"]],
    ["a legal hold alike", { ...plain, lock: { ...plain.lock, legal_hold: true } }, here, ["object_lock"]],
    ["no retention that ended", { ...plain, lock: { ...retained, retain_until: "2026-04-30T00:00:00Z" } }, here, []],
    ["no canned ACL", { ...plain, acl: { owner, grants: [grant("me", "FULL_CONTROL"), anybody] } }, there, []],
    [
      "grants to single users at another gateway",
      { ...plain, acl: { owner, grants: [grant("me", "FULL_CONTROL"), grant("you", "READ")] } },
      there,
      ["acl"]
    ],
    ["an ACL that nobody may read", { ...plain, acl: "unreadable" }, here, ["acl"]],
    ["no ACL of a gateway that has none", { ...plain, acl: null }, there, []],
    ["a storage class at another gateway", { ...plain, storageClass: "COLD" }, there, ["storage_class"]]
  ] as ReadonlyArray<readonly [string, CopyProperties, typeof here, ReadonlyArray<CopyLoss>]>) {
    it(what, () => assert.deepStrictEqual(all(properties, target), expected))
  }

  it("a retention is not lost where the bucket locks, nor where nobody may read whether it does", () => {
    for (const objectLock of [true, null])
      assert.deepStrictEqual(
        copyLossesOf({ ...plain, lock: retained }, { sameGateway: true, objectLock }, now).certain,
        []
      )
  })
})

describe("how an object is copied", () => {
  it("is refused where a loss is certain and nobody confirmed it", () => {
    const locked = { ...plain, lock: retained }
    assert.deepStrictEqual(planCopy(locked, { ...here, accepted: [] }, now).refused, ["object_lock"])
    const { first, refused } = planCopy(locked, { ...here, accepted: ["object_lock"] }, now)
    assert.deepStrictEqual([refused, first.lock], [[], { mode: null, retain_until: null, legal_hold: false }])
  })

  it("keeps everything first, and leaves out what was confirmed only where the target refuses it", () => {
    const { first, named, second } = planCopy(encrypted, { ...there, accepted: ["encryption", "acl"] }, now)
    assert.deepStrictEqual(
      [first, named, second?.encryption],
      [encrypted, ["encryption"], { kind: "none", kms_key_id: null }]
    )
    assert.isNull(planCopy(encrypted, { ...there, accepted: ["acl"] }, now).second)
  })

  it("leaves out a retention that ended, and keeps the legal hold beside it", () => {
    const { first } = planCopy(
      { ...plain, lock: { ...retained, retain_until: "2026-04-30T00:00:00Z", legal_hold: true } },
      { sameGateway: true, objectLock: true, accepted: [] },
      now
    )
    assert.deepStrictEqual(first.lock, { mode: null, retain_until: null, legal_hold: true })
  })
})
