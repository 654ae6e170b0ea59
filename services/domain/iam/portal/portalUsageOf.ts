import type { PortalUsage } from "./PortalRequest.ts"

export type AccountQuota = number | null | "unknown"

export const portalUsageOf = (spaces: PortalUsage["spaces"], quota: AccountQuota): PortalUsage => {
  const buckets = new Map(
    spaces.flatMap(({ bucket_name, used_bytes }) => (used_bytes === null ? [] : [[bucket_name, used_bytes] as const]))
  )
  const used_bytes = [...buckets.values()].reduce((sum, one) => sum + one, 0)
  const unmeasured_count = spaces.filter(({ bucket_name }) => !buckets.has(bucket_name)).length
  const limit = typeof quota === "number" ? quota : null
  return {
    spaces,
    used_bytes,
    unmeasured_count,
    account_quota_state: quota === "unknown" ? "unknown" : quota === null ? "unlimited" : "limited",
    account_quota_bytes: limit,
    quota_share_percent: limit === null || limit === 0 || unmeasured_count > 0 ? null : (used_bytes / limit) * 100
  }
}
