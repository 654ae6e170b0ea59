import { assert, describe, it } from "@effect/vitest"
import { portalUsageOf } from "#domain/iam/portal/portalUsageOf.ts"

const space = (id: number, bucket_name: string, used_bytes: number | null, prefix = "") => ({
  id,
  name: `space ${id}`,
  bucket_name,
  prefix,
  used_bytes,
  object_count: used_bytes === null ? null : 1
})

describe("the usage of a person's spaces", () => {
  it("counts each bucket once, with the folders in it", () => {
    const usage = portalUsageOf([space(1, "a", 40), space(2, "a", null, "team/"), space(3, "b", 10)], 100)
    assert.deepInclude(usage, { used_bytes: 50, unmeasured_count: 0, quota_share_percent: 50 })
  })

  it("has no share of the quota while a size is unknown", () => {
    const usage = portalUsageOf([space(1, "a", 40), space(2, "b", null, "team/")], 100)
    assert.deepInclude(usage, { used_bytes: 40, unmeasured_count: 1, quota_share_percent: null })
  })

  it("tells an unlimited quota from one that is unknown, and from none", () => {
    const states = [null, "unknown", 0] as const
    assert.deepStrictEqual(
      states.map((quota) => {
        const usage = portalUsageOf([space(1, "a", 40)], quota)
        return [usage.account_quota_state, usage.account_quota_bytes, usage.quota_share_percent]
      }),
      [
        ["unlimited", null, null],
        ["unknown", null, null],
        ["limited", 0, null]
      ]
    )
  })
})
