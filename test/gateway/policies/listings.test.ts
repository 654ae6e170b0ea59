import { assert, it } from "vitest"
import { randomBytes } from "node:crypto"
import { privateBucket } from "#domain/buckets/policies/AccessRules.ts"
import { decideAccess } from "#domain/buckets/policies/decideAccess.ts"
import { decodePolicy } from "#domain/buckets/policies/decodePolicy.ts"
import { realGateway } from "../../support/RealGateway.ts"
import { requirement } from "../../support/Requirement.ts"
import { ask, must } from "./askGateway.ts"

const { gateway, lack } = await realGateway("a")

const conditions: ReadonlyArray<object> = [
  { StringEquals: { "s3:prefix": "" } },
  { StringEquals: { "s3:prefix": ["", "home/"] } },
  { StringLike: { "s3:prefix": ["home/*"] } },
  { StringLike: { "s3:prefix": "*" } },
  { StringNotEquals: { "s3:prefix": "home/" } },
  { StringNotLikeIfExists: { "s3:prefix": "home/*" } },
  { StringEqualsIfExists: { "s3:prefix": "home/" } },
  { Null: { "s3:prefix": "true" } },
  { Null: { "s3:prefix": "false" } },
  { Null: { "s3:delimiter": "true" } },
  { StringEquals: { "s3:delimiter": "" } },
  { StringEquals: { "s3:delimiter": "/" } },
  { Null: { "s3:max-keys": "true" } },
  { NumericEquals: { "s3:max-keys": "1000" } },
  { NumericLessThanEquals: { "s3:max-keys": "10" } }
]
const parameters: ReadonlyArray<Readonly<Record<string, string>>> = [
  {},
  { prefix: "" },
  { prefix: "home/" },
  { delimiter: "" },
  { delimiter: "/" },
  { prefix: "", delimiter: "" },
  { "max-keys": "5" },
  { prefix: "home/", delimiter: "/", "max-keys": "50" }
]
const listings = [
  { action: "s3:ListBucket", query: { "list-type": "2" } },
  { action: "s3:ListBucket", query: {} },
  { action: "s3:ListBucketVersions", query: { versions: "" } },
  { action: "s3:ListBucketMultipartUploads", query: { uploads: "" } }
] as const

requirement("real RGW", lack)("a listing with an empty prefix", () => {
  for (const effect of ["Allow", "Deny"] as const) {
    it(`is decided as the gateway decides it, where a condition tests its parameters: ${effect}`, async () => {
      const {
        accounts: [own],
        url
      } = gateway!
      const bucket = `policy-${randomBytes(6).toString("hex")}`
      await must(url, own.root, { method: "PUT", path: `/${bucket}` })
      const differing: Array<string> = []
      for (const Condition of conditions) {
        const base = { Principal: "*", Action: "s3:List*", Resource: `arn:aws:s3:::${bucket}` }
        const text = JSON.stringify({
          Version: "2012-10-17",
          Statement: [
            ...(effect === "Deny" ? [{ ...base, Effect: "Allow" }] : []),
            { ...base, Effect: effect, Condition }
          ]
        })
        await must(url, own.root, { method: "PUT", path: `/${bucket}`, query: { policy: "" }, body: text })
        const bucketPolicy = decodePolicy(text, "rgw").policy
        await Promise.all(
          listings.flatMap(({ action, query }) =>
            parameters.map(async (given) => {
              const { status } = await ask(url, undefined, {
                method: "GET",
                path: `/${bucket}`,
                query: { ...query, ...given }
              })
              const context = Object.fromEntries(Object.entries(given).map(([name, value]) => [`s3:${name}`, [value]]))
              const { outcome } = decideAccess(
                { principal: { kind: "anonymous" }, action, key: null, context },
                { ...privateBucket(bucket, own.id), bucketPolicy },
                "rgw"
              )
              if (outcome !== (status === 403 ? "denied" : "allowed"))
                differing.push(
                  `${JSON.stringify(Condition)} ${action} ${JSON.stringify({ ...query, ...given })}: gateway ` +
                    `${status}, we ${outcome}`
                )
            })
          )
        )
      }
      assert.deepStrictEqual(differing, [])
    }, 120_000)
  }
})
