import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { AccessPrincipal } from "#domain/buckets/policies/AccessRequest.ts"
import { cannedAcl, privateBucket } from "#domain/buckets/policies/AccessRules.ts"
import { decideAccess } from "#domain/buckets/policies/decideAccess.ts"
import { decodePolicy } from "#domain/buckets/policies/decodePolicy.ts"
import { exposureOf } from "#domain/buckets/policies/exposure.ts"
import type { Policy } from "#domain/buckets/policies/Policy.ts"
import { normalizePolicy } from "#domain/buckets/policies/normalizePolicy.ts"
import { policyWarnings } from "#domain/buckets/policies/policyWarnings.ts"
import { explainPolicy } from "#domain/buckets/policies/explainPolicy.ts"
import { callers, everyone, owner } from "./recorded.ts"

const names = [
  "*",
  `arn:aws:iam::${owner}:root`,
  `arn:aws:iam::${owner}:user/alice`,
  "arn:aws:iam::RGW2:user/bob",
  "arn:aws:iam:::user/plain",
  "RGW2",
  "arn:aws:iam:::root"
] as const
const GeneratedStatement = Schema.Struct({
  Effect: Schema.Literals(["Allow", "Deny"]),
  Principal: Schema.Struct({ AWS: Schema.NonEmptyArray(Schema.Literals(names)) }),
  Action: Schema.NonEmptyArray(
    Schema.Literals(["s3:GetObject", "s3:*", "s3:Put*", "s3:ListBucket", "*", "s3:Get?bject"])
  ),
  Resource: Schema.NonEmptyArray(
    Schema.Literals([
      "*",
      "arn:aws:s3:::data/*",
      "arn:aws:s3:::data",
      "arn:aws:s3:::data/public/*",
      "arn:aws:s3:::other/*"
    ])
  ),
  Condition: Schema.Literals(
    [
      {},
      { IpAddress: { "aws:SourceIp": "127.0.0.0/8" } },
      { StringNotEquals: { "aws:Referer": "x" } },
      { BoolIfExists: { "aws:SecureTransport": "false" } },
      { Bool: { "aws:SecureTransport": "false" } },
      { StringLike: { "aws:PrincipalArn": "*" } },
      { StringNotLikeIfExists: { "aws:userid": "*" } },
      { StringEquals: { "aws:PrincipalType": "User" } }
    ].map((one) => JSON.stringify(one))
  )
})
type GeneratedStatement = typeof GeneratedStatement.Type
const Case = Schema.Struct({
  statements: Schema.Array(GeneratedStatement),
  identity: Schema.Array(GeneratedStatement),
  extra: GeneratedStatement,
  who: Schema.Literals(everyone),
  acl: Schema.Literals(["private", "public-read", "public-read-write"]),
  action: Schema.Literals(["s3:GetObject", "s3:PutObject", "s3:ListBucket", "s3:DeleteObject"]),
  key: Schema.Literals(["k", "public/k"]),
  dialect: Schema.Literals(["aws", "rgw"])
})
type Case = typeof Case.Type

const written = (statements: ReadonlyArray<GeneratedStatement>) =>
  JSON.stringify({
    Version: "2012-10-17",
    Statement: statements.map(({ Condition, ...rest }) => ({ ...rest, Condition: JSON.parse(Condition) }))
  })
const policyOf = (statements: ReadonlyArray<GeneratedStatement>): Policy =>
  decodePolicy(written(statements), "rgw").policy!
const decide = ({ acl, action, dialect, identity, key, who }: Case, statements: ReadonlyArray<GeneratedStatement>) => {
  const principal: AccessPrincipal = callers[who]
  return decideAccess(
    { principal, action, key: action === "s3:ListBucket" ? null : key, context: { "aws:SourceIp": ["127.0.0.1"] } },
    {
      ...privateBucket("data", owner),
      bucketAcl: cannedAcl(acl, owner)!,
      objectAcl: cannedAcl(acl, owner)!,
      bucketPolicy: policyOf(statements),
      identityPolicies: [policyOf(identity)]
    },
    dialect
  )
}
const runs = { arbitrary: { runs: 200 } }

describe("whatever the policies are", () => {
  it.prop(
    "an explicit Deny for everybody about everything always wins",
    [Case],
    ([made]) => {
      const shut: GeneratedStatement = {
        Effect: "Deny",
        Principal: { AWS: ["*"] },
        Action: ["*"],
        Resource: ["*"],
        Condition: "{}"
      }
      const decision = decide(made, [...made.statements, shut])
      assert.strictEqual(decision.outcome, "denied")
      assert.include(["bucket_policy", "identity_policy"], decision.decided_by)
    },
    runs
  )

  it.prop(
    "the order of statements never matters",
    [Case],
    ([made]) => {
      assert.strictEqual(decide(made, made.statements).outcome, decide(made, made.statements.toReversed()).outcome)
    },
    runs
  )

  it.prop(
    "another Allow never takes away",
    [Case],
    ([made]) => {
      const more = [...made.statements, { ...made.extra, Effect: "Allow" as const }]
      if (decide(made, made.statements).outcome === "allowed") assert.strictEqual(decide(made, more).outcome, "allowed")
    },
    runs
  )

  it.prop(
    "another Deny never lets in",
    [Case],
    ([made]) => {
      const more = [...made.statements, { ...made.extra, Effect: "Deny" as const }]
      if (decide(made, made.statements).outcome !== "allowed") assert.strictEqual(decide(made, more).outcome, "denied")
    },
    runs
  )

  it.prop(
    "the layer that decided says so itself",
    [Case],
    ([made]) => {
      const { decided_by, layers, outcome } = decide(made, made.statements)
      if (decided_by !== null)
        assert.strictEqual(
          layers.find(({ layer }) => layer === decided_by)?.verdict,
          outcome === "allowed" ? "allow" : "deny"
        )
      else assert.strictEqual(outcome, "denied")
    },
    runs
  )

  it.prop(
    "a stranger gets in exactly where the exposure says that it is open",
    [Case],
    ([made]) => {
      const rules = {
        ...privateBucket("data", owner),
        bucketAcl: cannedAcl(made.acl, owner)!,
        bucketPolicy: policyOf(made.statements.map((one) => ({ ...one, Condition: "{}" })))
      }
      const open = exposureOf(rules, false, made.dialect, null).verdict === "public"
      const strangers = [{ kind: "anonymous" }, { kind: "plain_user", uid: "stranger" }] as const
      const asked = ["s3:GetObject", "s3:ListBucket", "s3:PutObject", "s3:DeleteObject"].flatMap((action) =>
        ["k", "public/k"].flatMap((key) =>
          strangers.map(
            (principal) =>
              decideAccess(
                { principal, action, key: action === "s3:ListBucket" ? null : key, context: {} },
                rules,
                made.dialect
              ).outcome
          )
        )
      )
      assert.strictEqual(asked.includes("allowed"), open)
    },
    runs
  )

  it.prop(
    "conditions that always or never hold are left out without another answer",
    [Case, Schema.Boolean],
    ([made, tls]) => {
      const policy = policyOf(made.statements)
      const context = { "aws:SourceIp": ["127.0.0.1"], "aws:SecureTransport": [String(tls)] }
      const answer = (bucketPolicy: Policy) =>
        decideAccess(
          {
            principal: callers[made.who],
            action: made.action,
            key: made.action === "s3:ListBucket" ? null : made.key,
            context
          },
          { ...privateBucket("data", owner), bucketPolicy, identityPolicies: [policyOf(made.identity)] },
          made.dialect
        ).outcome
      assert.strictEqual(answer(normalizePolicy(policy, made.dialect)), answer(policy))
    },
    runs
  )

  it.prop(
    "they can be said in words and looked through",
    [Case],
    ([made]) => {
      const policy = policyOf(made.statements)
      const words = explainPolicy(policy, { bucket: "data", owner, dialect: made.dialect })
      assert.strictEqual(words.statements.length, made.statements.length)
      for (const { words: sentence } of words.statements) assert.match(sentence, /^[A-Z].*\.$/s)
      assert.isAbove(words.together.length, 0)
      policyWarnings(policy, { dialect: made.dialect, at: { kind: "bucket", bucket: "data" } })
    },
    runs
  )

  it.prop(
    "any text is read without a fall",
    [Schema.String, Schema.Literals(["aws", "rgw"])],
    ([text, dialect]) => {
      const { faults, policy } = decodePolicy(text, dialect)
      if (policy === null) assert.isAbove(faults.length, 0)
    },
    runs
  )

  it.prop(
    "what was cut off anywhere is read without a fall, and refused",
    [Case, Schema.Number],
    ([made, at]) => {
      const whole = written(made.statements)
      const cut = whole.slice(0, Math.abs(Math.trunc(Number.isFinite(at) ? at : 0)) % whole.length)
      assert.isAbove(decodePolicy(cut, made.dialect).faults.length, 0)
    },
    runs
  )
})
