import { assert, describe, it } from "@effect/vitest"
import { decodePolicy } from "#domain/buckets/policies/decodePolicy.ts"
import { explainPolicy } from "#domain/buckets/policies/explainPolicy.ts"
import { fitsPattern } from "#domain/buckets/policies/matchPattern.ts"
import { policyWarnings } from "#domain/buckets/policies/policyWarnings.ts"

type Dialect = "aws" | "rgw"
const document = (...statements: ReadonlyArray<object>) =>
  JSON.stringify({ Version: "2012-10-17", Statement: statements })
const anybody = { Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: "arn:aws:s3:::data/public/*" }
const faultsOf = (text: string, dialect: Dialect = "rgw") => decodePolicy(text, dialect).faults
const warned = (statement: object, dialect: Dialect = "rgw") =>
  policyWarnings(decodePolicy(document(statement), dialect).policy!, {
    dialect,
    at: { kind: "bucket", bucket: "data" }
  })
const codes = (statement: object, dialect: Dialect = "rgw") => warned(statement, dialect).map(({ code }) => code)
const words = (statements: ReadonlyArray<object>, dialect: Dialect = "rgw") =>
  explainPolicy(decodePolicy(document(...statements), dialect).policy!, { bucket: "data", owner: "RGW1", dialect })

describe("a policy's faults", () => {
  it("stand at their place", () => {
    const text =
      `{\n  "Version": "2012-10-17",\n  "Statement": [\n    { "Effect": "Allow", "Principal": "*",\n      ` +
      `"Action": ["s3:GetObject", "s3:Nope"], "Resource": "*" }\n  ]\n}`
    assert.deepStrictEqual(faultsOf(text), [
      {
        path: "Statement[0].Action[1]",
        offset: text.indexOf('"s3:Nope"'),
        line: 5,
        column: 34,
        message: '"s3:Nope" is no action that RGW knows'
      }
    ])
    const broken = faultsOf(text.replace(' "s3:Nope"', ""))
    assert.deepStrictEqual([broken.length, broken[0]?.line, broken[0]?.column], [1, 5, 33])
  })

  it("are all told at once, and the rest is read", () => {
    const { faults, policy } = decodePolicy(
      document({ ...anybody, Effect: "allow", Resource: "data/*", Foo: 1, Condition: { Foo: { a: "b" } } }, anybody),
      "rgw"
    )
    assert.deepStrictEqual(
      faults.map(({ path }) => path),
      ["Statement[0].Foo", "Statement[0].Effect", "Statement[0].Resource", "Statement[0].Condition.Foo"]
    )
    assert.strictEqual(policy?.statements.length, 2)
  })

  it("20 KiB are taken, and a byte more is not; what counts are bytes", () => {
    const text = document(anybody)
    assert.deepStrictEqual(faultsOf(text.padEnd(20_480)), [])
    assert.match(faultsOf(text.padEnd(20_481))[0]!.message, /20 KiB/)
    assert.match(faultsOf(document({ ...anybody, Sid: "ü".repeat(10_300) }))[0]!.message, /20 KiB/)
  })

  it("differ between the dialects where the gateways do", () => {
    const without = document({ Principal: "*", Action: "s3:GetObject", Resource: "*" })
    assert.deepStrictEqual([faultsOf(without).length, faultsOf(without, "aws").length], [0, 1])
    const variable = document({ ...anybody, Resource: "arn:aws:s3:::data/${aws:username}/*" })
    assert.deepStrictEqual([faultsOf(variable).length, faultsOf(variable, "aws").length], [1, 0])
  })

  it("a hostile pattern costs nothing", () => {
    assert.isFalse(fitsPattern(`${"*a".repeat(2_000)}b`, "a".repeat(4_000), "rgw"))
  })
})

describe("what means something else", () => {
  it.each([
    ["not_action_matches_nothing", { ...anybody, Action: undefined, NotAction: "s3:PutObject" }],
    [
      "secure_transport_missing",
      { ...anybody, Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }
    ],
    ["key_never_set", { ...anybody, Condition: { StringLike: { "aws:PrincipalArn": "*" } } }],
    ["username_is_uid", { ...anybody, Condition: { StringEquals: { "aws:username": "alice" } } }],
    ["negated_missing_key", { ...anybody, Condition: { StringNotEquals: { "aws:Referer": "x" } } }],
    ["epoch_time_is_date", { ...anybody, Condition: { NumericGreaterThan: { "aws:EpochTime": "5" } } }],
    ["tenantless_root_is_everybody", { ...anybody, Principal: { AWS: "arn:aws:iam:::root" } }],
    ["effect_missing", { ...anybody, Effect: undefined }],
    ["principal_missing", { ...anybody, Principal: undefined }],
    ["action_missing", { ...anybody, Action: undefined }],
    ["variable_in_value", { ...anybody, Condition: { StringLike: { "s3:prefix": "home/${aws:username}/*" } } }],
    ["pattern_of_classes", { ...anybody, Resource: "arn:aws:s3:::data/logs-[0-9]/*" }],
    ["resource_missing", { ...anybody, Resource: undefined }]
  ] as const)("P1: on RGW is warned of: %s", (code, statement) => {
    assert.include(codes(statement), code)
    assert.notInclude(codes(statement, "aws"), code)
  })

  it.each([
    ["anybody_writes", { ...anybody, Action: "s3:*" }],
    ["other_bucket", { ...anybody, Resource: "arn:aws:s3:::other/*" }],
    ["resource_without_objects", { ...anybody, Resource: "arn:aws:s3:::data" }],
    ["nobody_named", { ...anybody, Principal: { AWS: [] } }]
  ] as const)("anywhere is warned of: %s", (code, statement) => {
    assert.include(codes(statement), code)
    assert.include(codes(statement, "aws"), code)
  })

  it("is not warned of where it works", () => {
    assert.deepStrictEqual(codes(anybody), [])
    assert.deepStrictEqual(
      codes({ ...anybody, Effect: "Deny", Condition: { BoolIfExists: { "aws:SecureTransport": "false" } } }),
      []
    )
    assert.deepStrictEqual(codes({ ...anybody, Condition: { IpAddress: { "aws:SourceIp": "10.0.0.0/8" } } }), [])
  })

  it("I10: a wildcard in the policy of a user without an account opens the tenant", () => {
    const policy = decodePolicy(document({ Effect: "Allow", Action: "s3:*", Resource: "*" }), "rgw").policy!
    const at = (account: string | null) =>
      policyWarnings(policy, { dialect: "rgw", at: { kind: "identity", account } }).map(({ code }) => code)
    assert.deepStrictEqual([at(null), at("RGW1")], [["wildcard_opens_tenant"], []])
  })
})

describe("a policy in words", () => {
  it("says each statement", () => {
    const said = words([
      anybody,
      {
        Effect: "Deny",
        Principal: { AWS: "arn:aws:iam::RGW2:user/bob" },
        Action: ["s3:PutObject", "s3:DeleteObject"],
        Resource: "arn:aws:s3:::data/*",
        Condition: { NotIpAddress: { "aws:SourceIp": "10.0.0.0/8" } }
      },
      {
        Effect: "Allow",
        Principal: { AWS: ["RGW2", "arn:aws:iam:::user/backup"] },
        Action: "s3:ListBucket",
        Resource: "arn:aws:s3:::data"
      }
    ])
    assert.deepStrictEqual(
      said.statements.map(({ words }) => words),
      [
        "Anybody may read objects below public/.",
        "IAM user bob of RGW2 may not write objects or delete objects, from anywhere but 10.0.0.0/8.",
        "Everybody of RGW2 and RGW user backup may list objects on the bucket itself."
      ]
    )
  })

  it("says what is denied to everybody as nobody's, and that NotAction matches nothing", () => {
    const said = (statement: object, dialect: Dialect = "rgw") => words([statement], dialect).statements[0]?.words
    const tls = {
      Effect: "Deny",
      Principal: "*",
      Action: "s3:*",
      Resource: "*",
      Condition: { BoolIfExists: { "aws:SecureTransport": "false" } }
    }
    assert.strictEqual(said(tls), "Nobody may do anything, without TLS (or the request does not say).")
    assert.strictEqual(
      said({ ...anybody, Action: undefined, NotAction: "s3:PutObject" }, "aws"),
      "Anybody may do everything but write objects below public/."
    )
    assert.match(
      said({ ...anybody, Action: undefined, NotAction: "s3:PutObject" }) ?? "",
      /do nothing, as RGW reads it/
    )
  })

  it("says what they come to together, Denies and overlaps counted", () => {
    assert.deepStrictEqual(
      words([
        { ...anybody, Resource: "arn:aws:s3:::data/*" },
        { ...anybody, Effect: "Deny", Resource: "arn:aws:s3:::data/private/*" }
      ]).together,
      ["Anybody may read objects except below private/."]
    )
    assert.deepStrictEqual(
      words([
        anybody,
        {
          Effect: "Allow",
          Principal: { AWS: "arn:aws:iam::RGW1:user/alice" },
          Action: "s3:*",
          Resource: ["arn:aws:s3:::data", "arn:aws:s3:::data/*"]
        }
      ]).together,
      [
        "Anybody may read objects below public/.",
        "IAM user alice of RGW1 may read objects, write objects, delete objects, list objects, change the " +
          "policy and delete the bucket."
      ]
    )
    assert.deepStrictEqual(
      words([{ ...anybody, Condition: { IpAddress: { "aws:SourceIp": "10.0.0.0/8" } } }]).together,
      ["Anybody may read objects below public/ under conditions."]
    )
    assert.match(words([{ ...anybody, Action: undefined, NotAction: "s3:PutObject" }]).together[0]!, /lets nobody in/)
    assert.deepStrictEqual(words([{ ...anybody, Action: undefined, NotAction: "s3:PutObject" }], "aws").together, [
      "Anybody may read objects below public/ and delete objects below public/."
    ])
  })
})
