import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { decodePolicy } from "#domain/buckets/policies/decodePolicy.ts"
import { GiveAccess } from "#domain/iam/bucketaccess/AccessGrant.ts"
import { grantDocument, grantPolicyName, grantSid, grantStatements } from "#domain/iam/bucketaccess/grantPolicies.ts"
import { IamName } from "#domain/iam/IamEntity.ts"
import { withGrant } from "#domain/iam/bucketaccess/policyStatements.ts"

const recipient = { kind: "account", name: "RGW00000000000000099" } as const
const sid = grantSid(recipient, "team/")
const statements = (level: "read" | "upload") =>
  grantStatements("logs", { level, prefix: "team/", until: null }, sid).map((one) => ({ Principal: "*", ...one }))
const site = `{"Sid":"site","Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::logs/*"}`
const written = `{ "Version":"2012-10-17",\n\t"Statement" : [ ${site} ]  }\n`

describe("a grant in a bucket policy", () => {
  it("adds its statements and leaves every other byte", () => {
    const after = withGrant(written, sid, statements("read"))!
    assert.isTrue(after.startsWith(written.slice(0, written.indexOf(" ]"))))
    assert.isTrue(after.endsWith(" ]  }\n"))
    assert.deepStrictEqual(decodePolicy(after, "rgw").faults, [])
    assert.lengthOf(decodePolicy(after, "rgw").policy!.statements, 3)
  })

  it("changes nothing when it is given twice, and replaces the statements of another level", () => {
    const after = withGrant(written, sid, statements("read"))!
    assert.strictEqual(withGrant(after, sid, statements("read")), after)
    const replaced = JSON.parse(withGrant(after, sid, statements("upload"))!)
    assert.deepStrictEqual(
      replaced.Statement.map((one: { Sid: string }) => one.Sid),
      ["site", `${sid}Objects`]
    )
  })

  it("is revoked with all its statements; a policy without others is removed", () => {
    const after = withGrant(written, sid, statements("read"))!
    assert.deepStrictEqual(JSON.parse(withGrant(after, sid, [])!), JSON.parse(written))
    assert.isNull(withGrant(withGrant(null, sid, statements("read"))!, sid, []))
    assert.strictEqual(withGrant(written, sid, []), written)
  })

  it("is refused in a policy whose statement is not a list", () => {
    assert.isUndefined(withGrant(`{"Statement":{"Effect":"Allow"}}`, sid, statements("read")))
    assert.isUndefined(withGrant("no JSON", sid, statements("read")))
  })
})

describe("a grant", () => {
  it.prop(
    "has a name that IAM takes and a document without faults, for any bucket and folder",
    [Schema.String],
    ([text]) => {
      const prefix = text === "" ? "" : `${text}/`
      assert.isTrue(Schema.is(IamName)(grantPolicyName(text, prefix)))
      if (!Schema.is(GiveAccess)({ action: "give", recipient, prefix, level: "read", until: null })) return
      const document = grantDocument(grantStatements("logs", { level: "read_write", prefix, until: null }, ""))
      assert.deepStrictEqual(decodePolicy(document, "rgw", "identity").faults, [])
    }
  )

  it("refuses a folder that a policy cannot name exactly, or that does not end in /", () => {
    for (const prefix of ["a*/", "a?/", "[a]/", "a\\/", "${aws:username}/", "a:b/", "a"])
      assert.isFalse(Schema.is(GiveAccess)({ action: "give", recipient, prefix, level: "read", until: null }), prefix)
  })
})
