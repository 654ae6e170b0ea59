import { type BucketStatistics, measuredBucket } from "#domain/buckets/BucketListing.ts"
import type { BucketQuota } from "#domain/buckets/features/quota.ts"
import { Schema } from "effect"

const Pool = Schema.Struct({ size: Schema.optionalKey(Schema.Int), num_objects: Schema.optionalKey(Schema.Int) })

/** `{}` for an empty bucket; pending parts count in `rgw.main` (A14), unfinished uploads in `rgw.multimeta`. */
const usage = Schema.optionalKey(
  Schema.Struct({ "rgw.main": Schema.optionalKey(Pool), "rgw.multimeta": Schema.optionalKey(Pool) })
)

export const WireBucketUsage = Schema.Struct({ usage })

export const WireBucket = Schema.Struct({
  bucket: Schema.String,
  tenant: Schema.optionalKey(Schema.String),
  id: Schema.optionalKey(Schema.String),
  read_tracker: Schema.optionalKey(Schema.Int),
  num_shards: Schema.optionalKey(Schema.Int),
  /** Account id, or uid of a plain user (A14). */
  owner: Schema.String,
  creation_time: Schema.optionalKey(Schema.String),
  versioning: Schema.optionalKey(Schema.String),
  object_lock_enabled: Schema.optionalKey(Schema.Boolean),
  usage,
  bucket_quota: Schema.optionalKey(
    Schema.Struct({
      enabled: Schema.Boolean,
      max_size: Schema.Int,
      max_objects: Schema.Int
    })
  )
})

const versioningStates = { off: "off", enabled: "enabled", suspended: "suspended" } as const
const versioningOf = (text: string | undefined): BucketStatistics["versioning"] =>
  text === "off" || text === "enabled" || text === "suspended" ? versioningStates[text] : null

const limit = (enabled: boolean, value: number) => (enabled && value >= 0 ? value : null)

const written = (value: number) => (value < 0 ? null : value)

export const bucketQuotaOf = (quota: (typeof WireBucket.Type)["bucket_quota"]): BucketQuota | null =>
  quota === undefined || (!quota.enabled && quota.max_size < 0 && quota.max_objects < 0)
    ? null
    : { max_size_bytes: written(quota.max_size), max_objects: written(quota.max_objects), enabled: quota.enabled }

export const bucketOf = (wire: typeof WireBucket.Type): BucketStatistics => {
  const main = wire.usage?.["rgw.main"]
  const hasUsage = wire.usage !== undefined
  const quota = wire.bucket_quota ?? { enabled: false, max_size: -1, max_objects: -1 }
  return {
    ...measuredBucket(wire.bucket, {
      tenant: wire.tenant ?? "",
      owner: wire.owner,
      created_at: wire.creation_time ?? null,
      used_bytes: hasUsage ? (main?.size ?? 0) : null,
      object_count: hasUsage ? (main?.num_objects ?? 0) : null,
      quota_max_size_bytes: limit(quota.enabled, quota.max_size),
      quota_max_objects: limit(quota.enabled, quota.max_objects),
      versioning: versioningOf(wire.versioning),
      object_lock: wire.object_lock_enabled ?? null
    }),
    bucket_id: wire.id ?? null,
    read_tracker: wire.read_tracker ?? null,
    // 0: one object of the index without shards, as Ceph called it before release 15
    index_shards: wire.num_shards === undefined ? null : Math.max(wire.num_shards, 1),
    unfinished_uploads: hasUsage ? (wire.usage?.["rgw.multimeta"]?.num_objects ?? 0) : null
  }
}
