import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { policy } from "#domain/buckets/features/policy.ts"
import { checkDocument } from "#domain/iam/IamDocument.ts"
import { OwnPolicy } from "#domain/iam/PrivateAccess.ts"
import { topicFaults } from "#domain/iam/topics/topicFaults.ts"

const textOf = (statement: object) =>
  JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", ...statement }] })
const trust = (Principal: object) => textOf({ Principal, Action: "sts:AssumeRole" })
const own = (Resource: string) => textOf({ Action: "s3:GetObject", Resource })
const bucketPolicy = (AWS: string, bucket = "data") =>
  textOf({ Principal: { AWS }, Action: "s3:GetObject", Resource: `arn:aws:s3:::${bucket}/*` })

const ofTrust = (text: string) => checkDocument(text, "trust", "rgw", null).check.faults.map(({ message }) => message)
const ofIdentity = (text: string) =>
  checkDocument(text, "identity", "rgw", null).check.faults.map(({ message }) => message)
const ofBucket = (text: string, before: string | null = null, bucket = "data") =>
  policy
    .faults({ text }, { bucket, dialect: "rgw" }, before === null ? null : { text: before })
    .map(({ message }) => message)

describe("a placeholder of a template", () => {
  it("is refused in every policy that is saved", () => {
    assert.deepStrictEqual(ofTrust(trust({ AWS: "arn:aws:iam::ACCOUNT:root" })), [
      "ACCOUNT is a placeholder: write the id of an account instead"
    ])
    assert.lengthOf(ofTrust(trust({ AWS: "arn:aws:iam::ACCOUNT:user/USER" })), 2)
    assert.lengthOf(ofTrust(trust({ Federated: "arn:aws:iam::RGW11111111111111111:oidc-provider/PROVIDER" })), 1)
    assert.deepStrictEqual(ofIdentity(own("arn:aws:s3:::BUCKET/FOLDER/*")), [
      "BUCKET is a placeholder: write the name of a bucket instead",
      "FOLDER is a placeholder: write the name of a folder instead"
    ])
    assert.deepStrictEqual(ofBucket(bucketPolicy("arn:aws:iam::ACCOUNT:root")), [
      "Line 1, column 38: ACCOUNT is a placeholder: write the id of an account instead"
    ])
    assert.isTrue(
      topicFaults(
        { policy: textOf({ Principal: { AWS: "arn:aws:iam::ACCOUNT:root" }, Action: "sns:Publish", Resource: "*" }) },
        { endpoint: "", secure: true }
      ).some(({ message }) => message.includes("ACCOUNT is a placeholder"))
    )
    assert.isFalse(Schema.is(OwnPolicy)({ name: "own", document: own("arn:aws:s3:::BUCKET/*") }))
  })

  it("is a name like others where no template has it, and holds up no edit of a policy that has it already", () => {
    assert.deepStrictEqual(ofTrust(trust({ AWS: "arn:aws:iam::RGW11111111111111111:user/ACCOUNT" })), [])
    assert.deepStrictEqual(ofIdentity(own("arn:aws:s3:::data/BUCKET/ACCOUNT/*")), [])
    assert.deepStrictEqual(
      ofBucket(bucketPolicy("arn:aws:iam::RGW11111111111111111:root", "BUCKET"), null, "BUCKET"),
      []
    )
    const before = bucketPolicy("arn:aws:iam::ACCOUNT:root")
    assert.deepStrictEqual(ofBucket(before.replace("s3:GetObject", "s3:PutObject"), before), [])
    assert.isTrue(Schema.is(OwnPolicy)({ name: "own", document: own("arn:aws:s3:::data/*") }))
  })
})
