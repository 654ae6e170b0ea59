import { assert, describe, it } from "@effect/vitest"
import { isGranted, type ObjectGrant } from "#domain/gateways/endpoints/objectGrants.ts"

const grants = (right: ObjectGrant["right"]): ReadonlyArray<ObjectGrant> => [
  { bucket: "data", prefix: "team/", right },
  { bucket: "logs", prefix: "", right: "read" }
]
const at = { bucket: "data", key: "team/a" }

describe("requests that storage spaces allow", () => {
  it("allows what the right of the space allows, and nothing above it", () => {
    const needed = {
      read: ["GetObject", "HeadObject", "GetObjectTagging", "GetObjectAcl"],
      write: [
        "PutObject",
        "DeleteObject",
        "DeleteObjects",
        "CopyObject",
        "UploadPart",
        "ListParts",
        "PutObjectTagging"
      ],
      manage: ["PutObjectAcl", "PutObjectRetention", "RestoreObject"]
    } as const
    const order = ["read", "write", "manage"] as const
    for (const right of order)
      for (const least of order)
        for (const operation of needed[least])
          assert.strictEqual(
            isGranted(grants(right), { operation, ...at }),
            order.indexOf(right) >= order.indexOf(least),
            `${operation} with ${right}`
          )
    assert.isFalse(isGranted(grants("write"), { operation: "GetObject", ...at, versioned: true }))
    assert.isTrue(isGranted(grants("manage"), { operation: "DeleteObject", ...at, versioned: true }))
  })

  it("allows keys and listings below the folder only", () => {
    for (const [key, allowed] of [
      ["team/", true],
      ["team/a/b", true],
      ["team", false],
      ["teams/a", false],
      ["../team/a", false],
      ["", false]
    ] as const)
      assert.strictEqual(isGranted(grants("manage"), { operation: "GetObject", bucket: "data", key }), allowed, key)
    for (const [prefix, allowed] of [
      ["team/", true],
      ["team/a", true],
      ["team", false],
      ["", false],
      [undefined, false]
    ] as const)
      assert.strictEqual(isGranted(grants("manage"), { operation: "ListObjectsV2", bucket: "data", prefix }), allowed)
    assert.isTrue(isGranted(grants("read"), { operation: "ListObjectsV2", bucket: "logs" }))
    assert.isFalse(isGranted(grants("manage"), { operation: "GetObject", bucket: "data2", key: "team/a" }))
    assert.isFalse(isGranted([], { operation: "GetObject", ...at }))
  })

  it("lets nobody change the bucket itself", () => {
    for (const operation of ["PutBucket.policy", "DeleteBucket", "PostBucketLogging", "DeleteObjects"])
      assert.isFalse(isGranted(grants("manage"), { operation, bucket: "data" }), operation)
    assert.isTrue(isGranted(grants("read"), { operation: "HeadBucket", bucket: "data" }))
  })
})
