import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { deletionPolicy, hasLockStatement, lockedPolicy, policyRelease } from "#domain/objects/migrations/sourceLock.ts"

const id = "0a1b"
const statement = { Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: "arn:aws:s3:::logs/*" }

// keys without escapes: after parsing an object with the key "\\", V8 13.6 takes any escaped key for it
const Statement = Schema.Struct({
  Sid: Schema.optionalKey(Schema.String),
  Effect: Schema.optionalKey(Schema.String),
  ü: Schema.optionalKey(Schema.Array(Schema.String))
})

describe("the policy of a locked source", () => {
  it("has the lock alone where there was no policy", () => {
    const { Statement } = JSON.parse(lockedPolicy("logs", null, id) ?? "")
    assert.lengthOf(Statement, 1)
    assert.deepInclude(Statement[0], { Effect: "Deny", Principal: "*" })
    assert.notInclude(Statement[0].Action, "s3:PutBucketPolicy", "it could not be released")
  })
  it("allows the owner alone in a target, whose account or uid is named", () => {
    const exempted = (owner: string) => JSON.parse(lockedPolicy("logs", null, id, owner) ?? "").Statement[0]
    const account = exempted("RGW12345678901234567")
    assert.deepStrictEqual(account.NotPrincipal, { AWS: ["arn:aws:iam::RGW12345678901234567:root"] })
    assert.notProperty(account, "Principal")
    assert.deepStrictEqual(exempted("t1$ada").NotPrincipal, { AWS: ["arn:aws:iam::t1:user/ada"] })
  })
  it("keeps a single statement that is no list, and the other parts of the original", () => {
    const original = JSON.stringify({ Id: "ü€", Version: "2008-10-17", Statement: statement })
    const locked = JSON.parse(lockedPolicy("logs", original, id) ?? "")
    assert.deepStrictEqual(locked.Statement[0], statement)
    assert.deepInclude(locked, { Id: "ü€", Version: "2008-10-17" })
  })
  it("allows deletes in its second form, and still denies every other change", () => {
    const locked = lockedPolicy("logs", JSON.stringify({ Statement: statement }), id) ?? ""
    const allowed = deletionPolicy(locked, id) ?? assert.fail("it has the lock")
    const [before, after] = [locked, allowed].map((policy) => JSON.parse(policy).Statement)
    assert.deepStrictEqual(after[0], statement)
    const removed = before[1].Action.filter((action: string) => !after[1].Action.includes(action))
    assert.deepStrictEqual(removed, ["s3:DeleteObject", "s3:DeleteObjectVersion"])
    assert.deepStrictEqual({ ...after[1], Action: [] }, { ...before[1], Action: [] })
    assert.strictEqual(deletionPolicy(allowed, id), allowed, "it is the same when it is set again")
    assert.isNull(deletionPolicy(locked, "another"))
  })
  it("is not made of an original that cannot be parsed", () => {
    for (const original of ["{", "[]", "null", ""]) assert.isNull(lockedPolicy("logs", original, id))
  })

  it.prop(
    "is recognised by its own id alone, keeps each statement of the original, and its release restores the original",
    [Schema.NullOr(Schema.Array(Statement).check(Schema.isMaxLength(4)))],
    ([statements]) => {
      const original = statements === null ? null : ` ${JSON.stringify({ Statement: statements }, null, 2)}\n`
      const locked = lockedPolicy("logs", original, id) ?? assert.fail("it can be parsed")
      assert.isTrue(hasLockStatement(locked, id))
      assert.isFalse(hasLockStatement(locked, "another"))
      assert.deepStrictEqual(JSON.parse(locked).Statement.slice(0, -1), statements ?? [])
      const lock = { id, original, locked }
      assert.strictEqual(policyRelease(locked, lock), "restore")
      const allowed = deletionPolicy(locked, id)
      assert.strictEqual(policyRelease(allowed, lock), "restore", "a crash left the second form")
      assert.strictEqual(policyRelease(allowed, { ...lock, locked: allowed ?? "" }), "restore")
      assert.strictEqual(policyRelease(original, lock), "restored")
      assert.strictEqual(policyRelease(null, lock), "restored", "somebody deleted the policy")
      assert.strictEqual(policyRelease(JSON.stringify({ Statement: [statement] }), lock), "restored")
      const changed = JSON.parse(locked)
      assert.strictEqual(policyRelease(JSON.stringify({ ...changed, Id: "changed" }), lock), "foreign")
    }
  )
})
