import { assert, describe, it } from "@effect/vitest"
import type { BucketOwner, S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { sameGateway } from "#services/objects/objectwork/sameBucket.ts"

const at = (endpointId: number | null, url: string, uid: string | null) => ({
  s3: { endpointId, url } as S3Target,
  bucketOwner: uid === null ? null : ({ _tag: "Uid", uid } satisfies BucketOwner)
})

describe("whether a gateway copies between two places by itself", () => {
  it("does so of one storage endpoint, and of one address that somebody typed in", () => {
    assert.isTrue(sameGateway(at(1, "http://a", "one"), at(1, "http://a", "other")))
    assert.isTrue(sameGateway(at(1, "http://a", "one"), at(null, "http://a", null)))
    assert.isFalse(sameGateway(at(1, "http://a", "one"), at(2, "http://b", "one")))
    assert.isFalse(sameGateway(at(1, "http://a", "one"), at(null, "http://b", null)))
  })

  it("does not between two tenants, to each of whom a bucket's name means its own", () => {
    assert.isTrue(sameGateway(at(1, "http://a", "team$one"), at(1, "http://a", "team$other")))
    assert.isFalse(sameGateway(at(1, "http://a", "team$one"), at(1, "http://a", "crew$one")))
    assert.isFalse(sameGateway(at(1, "http://a", "team$one"), at(1, "http://a", "one")))
  })
})
