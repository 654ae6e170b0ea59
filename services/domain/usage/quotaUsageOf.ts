interface Quoted {
  readonly used_bytes: number | null
  readonly object_count: number | null
  readonly quota_max_size_bytes: number | null
  readonly quota_max_objects: number | null
}

const share = (used: number | null, limit: number | null) =>
  used === null || limit === null || limit <= 0 ? null : used / limit

export const quotaUsageOf = (bucket: Quoted): number | null => {
  const shares = [
    share(bucket.used_bytes, bucket.quota_max_size_bytes),
    share(bucket.object_count, bucket.quota_max_objects)
  ].filter((one) => one !== null)
  return shares.length === 0 ? null : Math.max(...shares)
}
