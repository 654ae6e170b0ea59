import { assert, describe, it } from "@effect/vitest"
import { cannedAcl, privateBucket, type UnreadableRule } from "#domain/buckets/policies/AccessRules.ts"
import { decideAccess } from "#domain/buckets/policies/decideAccess.ts"
import { decodePolicy } from "#domain/buckets/policies/decodePolicy.ts"
import { exposureOf } from "#domain/buckets/policies/exposure.ts"
import { policyWarnings } from "#domain/buckets/policies/policyWarnings.ts"
import { failingTests, type PolicyTest, runPolicyTests } from "#domain/buckets/policies/policyTests.ts"
import { accessRulesOf } from "#domain/buckets/policies/accessRulesOf.ts"
import { callers, owner } from "./recorded.ts"

const policyOf = (...statements: ReadonlyArray<object>) =>
  decodePolicy(JSON.stringify({ Version: "2012-10-17", Statement: statements }), "rgw").policy
const bare = privateBucket("data", owner)
const everything = { Action: "s3:*", Resource: "*" }
const unread = (part: UnreadableRule["part"]): UnreadableRule => ({ part, why: `${part} was refused` })
const ask = (who: keyof typeof callers, rules: Partial<typeof bare>) =>
  decideAccess({ principal: callers[who], action: "s3:GetObject", key: "k", context: {} }, { ...bare, ...rules }, "rgw")

describe("a decision that depends on something unread", () => {
  it("is unknown, and names it", () => {
    const { decided_by, layers, outcome, why } = ask("alice", { unknown: [unread("identity_policy")] })
    assert.deepStrictEqual([outcome, decided_by], ["unknown", null])
    assert.include(why, "identity_policy was refused")
    assert.strictEqual(layers.find(({ layer }) => layer === "identity_policy")?.verdict, "unknown")
    for (const part of ["policy", "acl"] as const)
      assert.strictEqual(ask("anybody", { unknown: [unread(part)] }).outcome, "unknown", part)
  })

  it("is known where no content of the unread part changes it", () => {
    const shut = policyOf({ Effect: "Deny", Principal: "*", ...everything })
    assert.strictEqual(
      ask("alice", { bucketPolicy: shut, unknown: [unread("identity_policy"), unread("acl")] }).outcome,
      "denied"
    )
    assert.strictEqual(
      ask("bob", { unknown: [unread("identity_policy")] }).outcome,
      "denied",
      "a stranger's account needs the bucket's side too"
    )
    assert.strictEqual(ask("anybody", { unknown: [unread("public_access_block")] }).outcome, "denied")
    assert.strictEqual(
      ask("alice", {
        identityPolicies: [policyOf({ Effect: "Deny", ...everything })!],
        unknown: [unread("identity_policy"), unread("policy")]
      }).outcome,
      "denied"
    )
  })

  it("may turn out denied where an Allow is known, since a Deny wins", () => {
    const open = policyOf({ Effect: "Allow", Principal: "*", ...everything })
    assert.strictEqual(ask("alice", { bucketPolicy: open, unknown: [unread("identity_policy")] }).outcome, "unknown")
    assert.strictEqual(
      ask("anybody", { bucketPolicy: open, unknown: [unread("public_access_block")] }).outcome,
      "unknown"
    )
  })
})

describe("a bucket of which a part is unread", () => {
  it("is not called private, and the ways in that are known are named", () => {
    assert.deepInclude(exposureOf({ ...bare, unknown: [unread("policy")] }, false, "rgw", null), {
      verdict: "unavailable",
      ways: []
    })
    const listed = exposureOf(
      { ...bare, bucketAcl: cannedAcl("public-read", owner)!, unknown: [unread("policy")] },
      false,
      "rgw",
      null
    )
    assert.deepStrictEqual([listed.verdict, listed.ways.map(({ may }) => may)], ["unavailable", ["list"]])
  })

  it("has an unknown policy where the document is not understood", () => {
    assert.deepStrictEqual(
      accessRulesOf("data", { acl: null, policy: "{", public_access_block: null, unread: [] }, "rgw").unknown.map(
        ({ part }) => part
      ),
      ["policy"]
    )
  })

  it("neither passes nor fails its policy tests, and an edit that leads there breaks those that passed", () => {
    const test: PolicyTest = {
      name: "the site is read",
      request: { principal: callers.anybody, action: "s3:GetObject", key: "k", context: {} },
      caller_allowed: false,
      expected: "allow"
    }
    const open = { ...bare, bucketPolicy: policyOf({ Effect: "Allow", Principal: "*", ...everything }) }
    const unclear = { ...bare, unknown: [unread("policy")] }
    assert.deepStrictEqual(
      runPolicyTests([test], unclear, "rgw").map(({ passed }) => passed),
      [null]
    )
    assert.lengthOf(failingTests([test], open, unclear, "rgw"), 1)
    assert.lengthOf(failingTests([test], unclear, unclear, "rgw"), 0)
  })
})

describe("a home-folder policy that tests an empty prefix", () => {
  const policy = policyOf({
    Effect: "Allow",
    Principal: "*",
    Action: "s3:ListBucket",
    Resource: "arn:aws:s3:::data",
    Condition: { StringEquals: { "s3:prefix": "" } }
  })!
  it("never applies on RGW, and says so while it is written", () => {
    const warned = (dialect: "aws" | "rgw") =>
      policyWarnings(policy, { dialect, at: { kind: "bucket", bucket: "data" } }).map(({ code }) => code)
    assert.deepStrictEqual([warned("rgw"), warned("aws")], [["empty_value_missing"], []])
    assert.strictEqual(exposureOf({ ...bare, bucketPolicy: policy }, false, "rgw", null).verdict, "private")
    assert.strictEqual(exposureOf({ ...bare, bucketPolicy: policy }, false, "aws", null).verdict, "conditional")
  })
})
