import { assert, describe, it } from "@effect/vitest"
import { checkDocument, iamDocumentLimit } from "#domain/iam/IamDocument.ts"

const account = "RGW00000000000000012"
const trust = (...statements: ReadonlyArray<object>) => JSON.stringify({ Version: "2012-10-17", Statement: statements })
const root = { Effect: "Allow", Principal: { AWS: `arn:aws:iam::${account}:root` }, Action: "sts:AssumeRole" }
const sized = (length: number) => {
  const document = (name: string) =>
    JSON.stringify({ Statement: [{ Effect: "Allow", Action: "s3:GetObject", Resource: `arn:aws:s3:::${name}` }] })
  return document("x".repeat(length - document("").length))
}

describe("a trust policy lets nobody in", () => {
  const shut: Readonly<Record<string, string>> = {
    "without statements": trust(),
    "without a principal": trust({ Effect: "Allow", Action: "sts:AssumeRole" }),
    "for another action": trust({ ...root, Action: "s3:GetObject" }),
    "where it only denies": trust({ ...root, Effect: "Deny" }),
    "where a Deny names anybody": trust(root, { Effect: "Deny", Principal: "*", Action: "sts:*" }),
    "where a Deny names whom it lets in": trust(root, { ...root, Effect: "Deny" }),
    "for services alone": trust({ ...root, Principal: { Service: "ec2.amazonaws.com" } })
  }
  for (const [name, text] of Object.entries(shut))
    it(name, () => assert.isTrue(checkDocument(text, "trust", "rgw", account).check.locks_out, text))

  const open: Readonly<Record<string, string>> = {
    "its account": trust(root),
    anybody: trust({ ...root, Principal: "*" }),
    "by a pattern of actions": trust({ ...root, Action: "sts:*" }),
    "with a Deny under a condition": trust(root, {
      Effect: "Deny",
      Principal: "*",
      Action: "sts:AssumeRole",
      Condition: { StringEquals: { "aws:SourceIp": "10.0.0.1" } }
    }),
    "users of a provider": trust({
      ...root,
      Principal: { Federated: "arn:aws:iam:::oidc-provider/id.example.org" },
      Action: "sts:AssumeRoleWithWebIdentity"
    })
  }
  for (const [name, text] of Object.entries(open))
    it(`but not for ${name}`, () => assert.isFalse(checkDocument(text, "trust", "rgw", account).check.locks_out, text))
})

describe("a document", () => {
  it("has at most 6,144 characters beside its white space", () => {
    assert.deepStrictEqual(checkDocument(sized(iamDocumentLimit), "identity", "rgw", null).check.faults, [])
    assert.deepStrictEqual(
      checkDocument(`${sized(iamDocumentLimit)}${" \n".repeat(500)}`, "identity", "rgw", null).check.faults,
      []
    )
    assert.include(
      checkDocument(sized(iamDocumentLimit + 1), "identity", "rgw", null).check.faults[0]?.message,
      "6145 characters"
    )
  })

  it("of Amazon names a principal where it says who may assume a role, and nowhere else", () => {
    const identity = JSON.stringify({
      Version: "2012-10-17",
      Statement: [{ Effect: "Allow", Action: "s3:GetObject", Resource: "*" }]
    })
    assert.deepStrictEqual(checkDocument(identity, "identity", "aws", null).check.faults, [])
    assert.isNotEmpty(checkDocument(trust({ ...root, Resource: "*" }), "identity", "aws", null).check.faults)
    assert.deepStrictEqual(checkDocument(trust(root), "trust", "aws", null).check.faults, [])
    assert.isNotEmpty(checkDocument(trust({ ...root, Resource: "*" }), "trust", "aws", null).check.faults)
    assert.isNotEmpty(checkDocument(identity, "trust", "aws", null).check.faults)
  })
})
