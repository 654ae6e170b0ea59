import type { IdentityReading } from "#services/accounts/directory/DirectoryRecords.ts"

const limitOf = (enabled: boolean, value: number | null) => (enabled ? value : null)

export const rowOfReading = ({ details, id, problem }: IdentityReading) => {
  const dollar = id.indexOf("$")
  const place = { id, tenant: dollar > 0 ? id.slice(0, dollar) : "", problem, details }
  if (details === null) return place
  const isUser = "uid" in details
  const quota = isUser ? details.user_quota : details.account_quota
  return {
    ...place,
    name: isUser ? details.display_name : details.name,
    email: details.email,
    account_id: isUser ? details.account_id : null,
    state: isUser ? (details.suspended ? "suspended" : "active") : null,
    max_buckets: isUser ? details.max_buckets : details.limits.max_buckets,
    quota_max_size_bytes: limitOf(quota.enabled, quota.max_size_bytes),
    quota_max_objects: limitOf(quota.enabled, quota.max_objects),
    ...(details.usage.state === "known"
      ? {
          used_bytes: details.usage.used_bytes,
          counted_bytes: details.usage.counted_bytes,
          object_count: details.usage.object_count
        }
      : {})
  }
}
