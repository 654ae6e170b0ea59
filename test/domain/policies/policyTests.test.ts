import { assert, describe, it } from "@effect/vitest"
import { cannedAcl, openAccess, privateBucket } from "#domain/buckets/policies/AccessRules.ts"
import { decodePolicy } from "#domain/buckets/policies/decodePolicy.ts"
import { exposureOf } from "#domain/buckets/policies/exposure.ts"
import { failingTests, type PolicyTest, runPolicyTests } from "#domain/buckets/policies/policyTests.ts"
import { callers, owner } from "./recorded.ts"

const policyOf = (...statements: ReadonlyArray<object>) =>
  decodePolicy(JSON.stringify({ Version: "2012-10-17", Statement: statements }), "rgw").policy
const bare = privateBucket("data", owner)
const anybody = { Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: "arn:aws:s3:::data/public/*" }
const test = (
  name: string,
  who: keyof typeof callers,
  action: string,
  key: string | null,
  expected: "allow" | "deny",
  caller_allowed = false
): PolicyTest => ({ name, request: { principal: callers[who], action, key, context: {} }, caller_allowed, expected })
const tests = [
  test("the site is read", "anybody", "s3:GetObject", "public/index.html", "allow"),
  test("nothing else is", "anybody", "s3:GetObject", "secret", "deny"),
  test("partners stay out", "bob", "s3:GetObject", "secret", "deny", true)
]

describe("policy tests", () => {
  it("pass or say what the answer comes from", () => {
    const results = runPolicyTests(
      tests,
      { ...bare, bucketPolicy: policyOf({ ...anybody, Resource: "arn:aws:s3:::data/*" }) },
      "rgw"
    )
    assert.deepStrictEqual(
      results.map(({ passed }) => passed),
      [true, false, false]
    )
    assert.match(results[1]!.why, /statement 1 of the bucket's policy allows it/)
  })

  it("an edit breaks those that held before, and no others", () => {
    const before = { ...bare, bucketPolicy: policyOf(anybody) }
    assert.deepStrictEqual(
      failingTests(tests, before, { ...bare, bucketPolicy: null }, "rgw").map(({ name }) => name),
      ["the site is read"]
    )
    assert.deepStrictEqual(
      failingTests(tests, { ...bare, bucketPolicy: null }, { ...bare, bucketPolicy: null }, "rgw"),
      []
    )
    assert.deepStrictEqual(failingTests(tests, before, before, "rgw"), [])
  })
})

describe("whether a bucket is public", () => {
  const of = (rules: Partial<typeof bare>, website = false) => exposureOf({ ...bare, ...rules }, website, "rgw", null)
  it("a new one is not", () => {
    assert.deepStrictEqual(of({}), {
      verdict: "private",
      ways: [],
      policy_is_public: false,
      website: false,
      words: "Private: nobody unnamed gets in."
    })
  })

  it("through a policy, in part", () => {
    const { policy_is_public, verdict, words } = of({ bucketPolicy: policyOf(anybody) }, true)
    assert.deepStrictEqual(
      [verdict, policy_is_public, words],
      ["public", true, "Public: Anybody may read objects through statement 1 of the policy."]
    )
  })

  it("through what the gateway does not call public", () => {
    const root = of({ bucketPolicy: policyOf({ ...anybody, Principal: { AWS: "arn:aws:iam:::root" } }) })
    assert.deepStrictEqual([root.verdict, root.policy_is_public], ["public", false])
    const agent = of({ bucketPolicy: policyOf({ ...anybody, Condition: { StringLike: { "aws:UserAgent": "*" } } }) })
    assert.deepStrictEqual([agent.verdict, agent.policy_is_public], ["conditional", false])
  })

  it("whatever a condition says that no request ever meets", () => {
    const tls = (operator: string) =>
      of({
        bucketPolicy: policyOf(anybody, {
          Effect: "Deny",
          Principal: "*",
          Action: "s3:*",
          Resource: "*",
          Condition: { [operator]: { "aws:SecureTransport": "false" } }
        })
      }).verdict
    assert.deepStrictEqual([tls("Bool"), tls("BoolIfExists")], ["public", "conditional"])
    const never = of({ bucketPolicy: policyOf({ ...anybody, Condition: { StringLike: { "aws:PrincipalArn": "*" } } }) })
    assert.strictEqual(never.verdict, "private")
  })

  it("through its ACL, for those who sign as well", () => {
    assert.deepStrictEqual(
      of({ bucketAcl: cannedAcl("public-read-write", owner)! }).ways.map(({ may, to, via }) => [via, to, may]),
      [
        ["bucket_acl", "anybody", "list"],
        ["bucket_acl", "anybody", "write"],
        ["bucket_acl", "anybody", "delete"]
      ]
    )
    assert.deepStrictEqual(
      of({ bucketAcl: cannedAcl("authenticated-read", owner)! }).ways.map(({ may, to }) => [to, may]),
      [["everybody_who_signs", "list"]]
    )
  })

  it("and what the public access block keeps shut is told", () => {
    const shielded = of({
      bucketPolicy: policyOf(anybody),
      bucketAcl: cannedAcl("public-read", owner)!,
      publicAccess: { ...openAccess, ignore_public_acls: true, restrict_public_buckets: true }
    })
    assert.deepStrictEqual(
      [shielded.verdict, shielded.ways.map(({ standing, via }) => [via, standing])],
      [
        "shielded",
        [
          ["policy", "shielded"],
          ["bucket_acl", "shielded"]
        ]
      ]
    )
  })

  it("a Deny for everybody shuts all of it", () => {
    const shut = of({
      bucketPolicy: policyOf(anybody, { Effect: "Deny", Principal: "*", Action: "s3:*", Resource: "*" }),
      bucketAcl: cannedAcl("public-read", owner)!
    })
    assert.deepStrictEqual([shut.verdict, shut.policy_is_public], ["private", true])
  })
})
