import { assert, describe, it } from "@effect/vitest"
import { type CopyProperties, planCopy } from "#domain/objects/CopyProperties.ts"
import { headFault, redirectFault } from "#services/objects/copyProperties.ts"
import { copyHeaders } from "#layers/s3/copyFields.ts"

const owner = { id: "me", name: null }
const plain: CopyProperties = {
  encryption: { kind: "none", kms_key_id: null },
  lock: { mode: null, retain_until: null, legal_hold: false },
  acl: {
    owner,
    grants: [{ type: "user", grantee: "me", display_name: null, permission: "FULL_CONTROL" }]
  },
  storageClass: null,
  websiteRedirect: null
}

describe("what a copy carries, as headers", () => {
  for (const [what, properties, headers] of [
    ["a storage class", { storageClass: "COLD" }, { "x-amz-storage-class": "COLD" }],
    [
      "encryption with keys of the gateway",
      { encryption: { kind: "sse_s3", kms_key_id: null } },
      { "x-amz-server-side-encryption": "AES256" }
    ],
    [
      "encryption with a named key, and the bucket's key",
      { encryption: { kind: "sse_kms", kms_key_id: "k", bucket_key: true } },
      {
        "x-amz-server-side-encryption": "aws:kms",
        "x-amz-server-side-encryption-aws-kms-key-id": "k",
        "x-amz-server-side-encryption-bucket-key-enabled": "true"
      }
    ],
    [
      "encryption in two layers",
      { encryption: { kind: "sse_kms", kms_key_id: "k", dual_layer: true } },
      { "x-amz-server-side-encryption": "aws:kms:dsse", "x-amz-server-side-encryption-aws-kms-key-id": "k" }
    ],
    [
      "a retention and a legal hold",
      { lock: { mode: "compliance", retain_until: "2027-01-01T00:00:00.000Z", legal_hold: true } },
      {
        "x-amz-object-lock-mode": "COMPLIANCE",
        "x-amz-object-lock-retain-until-date": "2027-01-01T00:00:00.000Z",
        "x-amz-object-lock-legal-hold": "ON"
      }
    ],
    ["a redirect", { websiteRedirect: "/there" }, { "x-amz-website-redirect-location": "/there" }]
  ] as ReadonlyArray<readonly [string, Partial<CopyProperties>, Readonly<Record<string, string>>]>) {
    it(what, () => assert.deepStrictEqual(copyHeaders({ ...plain, ...properties }), headers))
  }

  it("no header, metadata or redirect that cannot be sent as it is, which is a fault of the copy", () => {
    const named = (headers: object, metadata: Record<string, string> = {}) =>
      headFault({ headers, metadata, storage_class: "STANDARD" } as Parameters<typeof headFault>[0])?.detail
    assert.match(redirectFault("/straße")?.detail ?? "", /website redirect/)
    assert.isNull(redirectFault("/street"))
    assert.match(named({ cache_control: "für immer" }) ?? "", /^cache_control holds/)
    assert.match(named({}, { a: "é" }) ?? "", /^metadata a holds/)
    assert.isUndefined(named({ cache_control: "no-cache" }, { a: "e" }))
  })

  it("a storage class that the target refuses is left out at the second try, with consent alone", () => {
    const order = { sameGateway: false, objectLock: false }
    const cold = { ...plain, storageClass: "COLD" }
    const { first, second } = planCopy(cold, { ...order, accepted: ["storage_class"] }, 0)
    assert.strictEqual(copyHeaders(first)["x-amz-storage-class"], "COLD")
    assert.isNotNull(second)
    assert.notProperty(copyHeaders(second!), "x-amz-storage-class")
    assert.isNull(planCopy(cold, { ...order, accepted: [] }, 0).second)
  })
})
