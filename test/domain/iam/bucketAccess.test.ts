import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { evaluateHolders, type HolderQuestion } from "#domain/iam/bucketaccess/evaluateHolders.ts"
import { accessRights } from "#domain/iam/bucketaccess/AccessEntry.ts"
import { grantDocument, grantPolicyName, grantSid, grantStatements } from "#domain/iam/bucketaccess/grantPolicies.ts"
import { policyPrincipals } from "#domain/iam/bucketaccess/policyPrincipals.ts"
import { accessRulesOf } from "#domain/buckets/policies/accessRulesOf.ts"

const account = "RGW00000000000000012"
const acl = `<AccessControlPolicy><Owner><ID>${account}</ID></Owner><AccessControlList/></AccessControlPolicy>`
type Json = Readonly<Record<string, unknown>>
const documentOf = (...statements: ReadonlyArray<Json>) =>
  JSON.stringify({ Version: "2012-10-17", Statement: statements })
const arn = (path = "") => `arn:aws:s3:::logs${path}`

const question = (policy: string | null, own: string | null, more: Partial<HolderQuestion> = {}): HolderQuestion => ({
  bucket: "logs",
  dialect: "rgw",
  documents: { policy, public_access_block: null, acl, unread: [] },
  owner: account,
  prefix: "",
  tls: true,
  now: "2026-06-01T00:00:00Z",
  holders: [
    {
      principal: { kind: "iam_user", account, name: "ada", uid: "u1" },
      holderPolicies: [{ entity: "users", holder: "ada", policy: "own" }],
      identity: { documents: own === null ? [] : [{ name: "own", document: own }], unread: [] }
    }
  ],
  ...more
})
const evaluate = (asked: HolderQuestion) => evaluateHolders(asked)[0]!
const reads = { Effect: "Allow", Action: ["s3:GetObject"], Resource: arn("/team/*") }
const lists = {
  Effect: "Allow",
  Action: ["s3:ListBucket"],
  Resource: arn(),
  Condition: { StringLike: { "s3:prefix": ["team/*"] } }
}

describe("who has access to a bucket", () => {
  it("limits a right to the folder that a policy names, for objects and listings", () => {
    const { rights, routes } = evaluate(question(null, documentOf(reads, lists)))
    assert.deepStrictEqual(rights.read, { state: "yes", only: ["team/*"], except: [] })
    assert.deepStrictEqual(rights.list, { state: "yes", only: ["team/*"], except: [] })
    assert.strictEqual(rights.write.state, "no")
    assert.deepInclude(routes[0], { via: "identity_policy", name: "own", statement: "statement 2" })
  })

  it("covers everything that is asked about when the question names the folder", () => {
    const { rights } = evaluate(question(null, documentOf(reads, lists), { prefix: "team/" }))
    assert.deepStrictEqual(rights.read, { state: "yes", only: [], except: [] })
    assert.deepStrictEqual(rights.list, { state: "yes", only: [], except: [] })
    assert.strictEqual(evaluate(question(null, documentOf(reads), { prefix: "other/" })).rights.read.state, "no")
  })

  it("names a folder that a Deny excepts, and the statement", () => {
    const all = { Effect: "Allow", Action: "s3:*", Resource: "*" }
    const deny = { Sid: "keep", Effect: "Deny", Principal: "*", Action: "s3:*", Resource: arn("/secret/*") }
    const { rights, routes } = evaluate(question(documentOf(deny), documentOf(all)))
    assert.deepStrictEqual(rights.read, { state: "yes", only: [], except: ["secret/*"] })
    assert.isTrue(
      routes.some(
        ({ effect, statement, via }) => effect === "Deny" && via === "bucket_policy" && statement === "“keep”"
      )
    )
  })

  it("is unknown with the key of the request where a condition decides", () => {
    const fromOffice = { ...reads, Condition: { IpAddress: { "aws:SourceIp": "10.0.0.0/8" } } }
    const { rights, unknown } = evaluate(question(null, documentOf(fromOffice)))
    assert.deepStrictEqual(rights.read, { state: "unknown", only: ["team/*"], except: [] })
    assert.deepStrictEqual(unknown, ["It depends on aws:SourceIp of the request"])
  })

  it("lists a grant whose end has passed once, as expired, of this bucket and folder only", () => {
    const grantOf = (bucket: string, until: string) =>
      grantDocument(grantStatements(bucket, { level: "read", prefix: "team/", until }, ""))
    const holding = (policy: string, document: string) => ({
      holders: [
        {
          principal: { kind: "iam_user", account, name: "ada", uid: "u1" } as const,
          holderPolicies: [{ entity: "users", holder: "ada", policy } as const],
          identity: { documents: [{ name: policy, document }], unread: [] }
        }
      ]
    })
    const ended = "2026-05-01T00:00:00Z"
    const name = grantPolicyName("logs", "team/")
    const expiredRoutes = (document: string, more: Partial<HolderQuestion> = {}, policy = name) =>
      evaluate(question(null, null, { ...holding(policy, document), ...more })).routes.filter(({ expired }) => expired)
    const [route, ...others] = expiredRoutes(grantOf("logs", ended))
    assert.deepStrictEqual(others, [], "its two statements are one grant")
    assert.deepInclude(route, { name, until: ended, rights: [], revocable: true })
    assert.lengthOf(expiredRoutes(grantOf("logs", ended), { prefix: "team/a/" }), 1)
    assert.lengthOf(expiredRoutes(grantOf("logs", ended), { prefix: "other/" }), 0)
    assert.lengthOf(expiredRoutes(grantOf("logs2", ended)), 0)
    assert.lengthOf(expiredRoutes(grantOf("logs", "2026-07-01T00:00:00Z")), 0)
    assert.lengthOf(expiredRoutes(grantOf("logs", ended), {}, "own"), 0, "not made by Give access")
  })

  it("lists an expired grant of a group at the group, and not at each of its members", () => {
    const policy = grantPolicyName("logs", "")
    const document = grantDocument(
      grantStatements("logs", { level: "read", prefix: "", until: "2026-05-01T00:00:00Z" }, "")
    )
    const holder = (uid: Partial<{ readonly uid: string }>) => ({
      principal: { kind: "iam_user", account, name: "ada", ...uid } as const,
      holderPolicies: [{ entity: "groups", holder: "team", policy } as const],
      identity: { documents: [{ name: policy, document }], unread: [] }
    })
    const [member, group] = evaluateHolders(question(null, null, { holders: [holder({ uid: "u1" }), holder({})] }))
    assert.deepStrictEqual(
      [member, group].map((one) => one?.routes.filter(({ expired }) => expired).length),
      [0, 1]
    )
  })

  it("lists an expired grant of the bucket policy at the account that it names", () => {
    const other = "RGW00000000000000099"
    const sid = grantSid({ kind: "account", name: other }, "")
    const until = "2026-05-01T00:00:00Z"
    const policy = documentOf(
      ...grantStatements("logs", { level: "read", prefix: "", until }, sid).map((one) => ({
        ...one,
        Principal: { AWS: [`arn:aws:iam::${other}:root`] }
      }))
    )
    const of = (name: string) =>
      evaluate(
        question(policy, null, {
          holders: [
            {
              principal: { kind: "account_root", account: name },
              holderPolicies: [],
              identity: { documents: [], unread: [] }
            }
          ]
        })
      ).routes.filter(({ expired }) => expired)
    assert.deepInclude(of(other)[0], { via: "bucket_policy", grant: sid, until, revocable: true })
    assert.lengthOf(of(other), 1)
    assert.lengthOf(of("RGW00000000000000098"), 0)
  })

  it("knows the present time: a statement that ended grants nothing", () => {
    const until = (time: string) => ({ ...reads, Condition: { DateLessThan: { "aws:CurrentTime": time } } })
    const ended = evaluate(question(null, documentOf(until("2026-05-01T00:00:00Z"))))
    const open = evaluate(question(null, documentOf(until("2026-07-01T00:00:00Z"))))
    assert.strictEqual(ended.rights.read.state, "no")
    assert.strictEqual(open.rights.read.state, "yes")
    assert.strictEqual(open.routes[0]?.until, "2026-07-01T00:00:00Z")
  })

  it("is unknown with the reason where policies could not be read, unless a Deny decides", () => {
    const unread = {
      holders: [
        {
          principal: { kind: "iam_user" as const, account, name: "ada", uid: "u1" },
          holderPolicies: [],
          identity: { documents: [], unread: [{ part: "identity_policy" as const, why: "refused" }] }
        }
      ]
    }
    assert.strictEqual(evaluate(question(null, null, unread)).rights.read.state, "unknown")
    assert.deepStrictEqual(evaluate(question(null, null, unread)).unknown, ["refused"])
    const deny = documentOf({ Effect: "Deny", Principal: "*", Action: "s3:*", Resource: [arn(), arn("/*")] })
    assert.isTrue(accessRights.every((right) => evaluate(question(deny, null, unread)).rights[right].state === "no"))
  })

  it("lists accounts, users of other accounts and everyone once, and leaves users of the owner to IAM", () => {
    const principals = [
      `arn:aws:iam::${account}:user/ada`,
      "arn:aws:iam::RGW00000000000000099:root",
      "RGW00000000000000099",
      "arn:aws:iam::RGW00000000000000099:user/bob",
      "arn:aws:iam:::user/plain"
    ]
    const policy = documentOf({ Effect: "Allow", Principal: { AWS: principals }, Action: "s3:*", Resource: arn("/*") })
    const rules = accessRulesOf("logs", { policy, public_access_block: null, acl, unread: [] }, "rgw")
    assert.deepStrictEqual(
      policyPrincipals(rules).map(({ kind, name }) => `${kind} ${name}`),
      [
        `account_root Root user of ${account}`,
        "everyone Everyone",
        "everyone_signed_in Everyone with a key",
        "account Account RGW00000000000000099",
        "principal bob",
        "rgw_user plain"
      ]
    )
  })

  const GeneratedStatement = Schema.Struct({
    Effect: Schema.Literals(["Allow", "Deny"]),
    Principal: Schema.Literal("*"),
    Action: Schema.Array(Schema.Literals(["s3:GetObject", "s3:PutObject", "s3:ListBucket", "s3:*"])),
    Resource: Schema.Array(Schema.Literals([arn(), arn("/*"), arn("/team/*"), arn("/team/x/*")]))
  })
  const rank = { no: 0, unknown: 1, yes: 2 }
  it.prop(
    "another Deny never gives a right, and a folder agrees with the bucket",
    [Schema.Array(GeneratedStatement)],
    ([statements]) => {
      const asked = question(documentOf(...statements), null)
      const before = evaluate(asked).rights
      const deny = { Effect: "Deny", Principal: "*", Action: "s3:GetObject", Resource: arn("/*") }
      const after = evaluate(question(documentOf(...statements, deny), null)).rights
      for (const right of accessRights) assert.isAtMost(rank[after[right].state], rank[before[right].state])
      const inFolder = evaluate({ ...asked, prefix: "team/" }).rights.read
      if (before.read.state === "no") assert.strictEqual(inFolder.state, "no")
      if (before.read.state === "yes" && before.read.only.length === 0 && before.read.except.length === 0)
        assert.strictEqual(inFolder.state, "yes")
    }
  )
})
