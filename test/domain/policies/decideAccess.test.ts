import { assert, describe, it } from "@effect/vitest"
import { privateBucket } from "#domain/buckets/policies/AccessRules.ts"
import { decideAccess } from "#domain/buckets/policies/decideAccess.ts"
import { decodePolicy } from "#domain/buckets/policies/decodePolicy.ts"
import type { Policy } from "#domain/buckets/policies/Policy.ts"
import { callers, everyone, identityPolicy, owner, recorded } from "./recorded.ts"

const policyOf = (statements: ReadonlyArray<unknown>): Policy => {
  const { faults, policy } = decodePolicy(JSON.stringify({ Version: "2012-10-17", Statement: statements }), "rgw")
  assert.deepStrictEqual(faults, [])
  assert.isNotNull(policy)
  return policy
}

const context = { "aws:SourceIp": ["127.0.0.1"], "aws:UserAgent": ["x"], "aws:CurrentTime": ["2026-11-21T00:00:00Z"] }

describe("what a request is answered", () => {
  it.each(recorded)("as a real RGW: %s", (_, statements, withIdentity, answers) => {
    const given = everyone.map((who) =>
      decideAccess(
        { principal: callers[who], action: "s3:GetObject", key: "k", context },
        {
          ...privateBucket("data", owner),
          bucketPolicy: statements.length === 0 ? null : policyOf(statements),
          identityPolicies: withIdentity.includes(who) ? [policyOf(identityPolicy)] : []
        },
        "rgw"
      ).outcome === "allowed"
        ? 200
        : 403
    )
    assert.strictEqual(given.join(" "), answers)
  })

  it("162 answers of a real gateway were recorded", () => {
    assert.strictEqual(recorded.length * everyone.length, 162)
  })
})
