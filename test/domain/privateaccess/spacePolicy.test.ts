import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { spacePolicies } from "#domain/iam/portal/spacePolicy.ts"
import { SpacePrefix } from "#domain/iam/portal/StorageSpace.ts"

const Grants = Schema.Array(
  Schema.Struct({
    space_id: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 99 })),
    bucket: Schema.Literals(["photos", "logs"]),
    prefix: Schema.Literals(["", "a/", "a b/c/"]),
    right: Schema.Literals(["read", "write", "manage"])
  })
).check(Schema.isMaxLength(5))

describe("the policies of a member", () => {
  it.prop("name their bucket and folder only, and no wildcard action", { grants: Grants }, ({ grants }) => {
    const policies = spacePolicies(grants)
    assert.lengthOf(policies, grants.length)
    for (const { document, name } of policies) {
      const grant = grants.find(({ space_id }) => `stowage-space-${space_id}` === name)!
      if (grants.filter(({ space_id }) => space_id === grant.space_id).length > 1) continue
      const arn = `arn:aws:s3:::${grant.bucket}`
      for (const { Action, Condition, Effect, Resource } of JSON.parse(document).Statement) {
        assert.strictEqual(Effect, "Allow")
        assert.include([arn, `${arn}/${grant.prefix}*`], Resource)
        assert.isFalse(Action.some((action: string) => action.includes("*")))
        if (grant.right === "read") assert.isFalse(Action.some((action: string) => /Put|Delete|Abort/.test(action)))
        if (grant.prefix !== "" && Action.includes("s3:ListBucket"))
          assert.deepStrictEqual(Condition, { StringLike: { "s3:prefix": `${grant.prefix}*` } })
      }
    }
  })

  it("a prefix is a folder without characters that policies read as patterns", () => {
    const valid = Schema.is(SpacePrefix)
    for (const prefix of ["", "a/", "a b/c/", "données/2026/"]) assert.isTrue(valid(prefix), prefix)
    for (const prefix of ["a", "/", "/a/", "*/", "a*/", "a?/", "${x}/", 'a"/', "a\\/", "a\n/"])
      assert.isFalse(valid(prefix), prefix)
  })
})
