import { Schema } from "effect"

/** Dynamic resharding splits a bucket above this number (Ceph's default). */
export const MAX_OBJECTS_PER_SHARD = 100_000
const MANY_SHARDS = 16
const FEW_OBJECTS_PER_SHARD = 1_000

interface Rule {
  readonly field?: string
  readonly feature?: string
  readonly state?: string
  readonly param?: string
  readonly op?: string
  readonly value?: number
  readonly quantifier?: string
}

interface Filter {
  readonly match: "all" | "any"
  readonly rules: ReadonlyArray<Rule>
}

interface AdviceDeclaration {
  readonly title: string
  readonly reason: string
  readonly remedy: string
  readonly filter: Filter
  readonly unknown: Filter
}

const unreadOf = (...features: ReadonlyArray<string>): Filter => ({
  match: "any",
  rules: features.flatMap((feature) => [
    { feature, state: "unknown" },
    { feature, state: "unavailable" }
  ])
})
const unreportedOf = (field: string): Filter => ({ match: "all", rules: [{ field, op: "is_null" }] })

export const bucketAdvice = {
  crowded_index: {
    title: "Index shards with too many objects",
    reason:
      `More than ${MAX_OBJECTS_PER_SHARD.toLocaleString("en")} objects share a shard of the bucket's index: writes ` +
      "to it wait for each other, and recovery of the shard stops the bucket.",
    remedy:
      "nothing where dynamic resharding is on, RGW reshards by itself. Otherwise run " +
      "radosgw-admin bucket reshard --bucket NAME --num-shards N, with N above the number of objects divided by " +
      "100,000.",
    filter: { match: "all", rules: [{ field: "objects_per_shard", op: "gt", value: MAX_OBJECTS_PER_SHARD }] },
    unknown: unreportedOf("objects_per_shard")
  },
  scattered_index: {
    title: "Index shards for far more objects",
    reason:
      `The index has ${MANY_SHARDS} shards or more with less than ${FEW_OBJECTS_PER_SHARD.toLocaleString("en")} ` +
      "objects each: every listing asks all of them.",
    remedy: "resharding to fewer shards, unless the bucket is about to be filled.",
    filter: {
      match: "all",
      rules: [
        { field: "index_shards", op: "gte", value: MANY_SHARDS },
        { field: "objects_per_shard", op: "lt", value: FEW_OBJECTS_PER_SHARD }
      ]
    },
    unknown: unreportedOf("objects_per_shard")
  },
  unfinished_uploads: {
    title: "Unfinished uploads",
    reason: "Parts of uploads that nobody completed count against the quota, and no listing of objects shows them.",
    remedy: "a lifecycle rule that removes unfinished uploads after some days, for example 7.",
    filter: { match: "all", rules: [{ field: "unfinished_uploads", op: "gt", value: 0 }] },
    unknown: unreportedOf("unfinished_uploads")
  },
  kept_versions: {
    title: "Earlier versions that are kept for ever",
    reason: "Versioning is on and no lifecycle rule removes earlier versions: deleted and replaced objects stay.",
    remedy: "a lifecycle rule for noncurrent versions.",
    filter: {
      match: "all",
      rules: [
        { feature: "versioning", state: "enabled" },
        { feature: "lifecycle", param: "noncurrent_days", op: "gte", value: 0, quantifier: "none" }
      ]
    },
    unknown: unreadOf("versioning", "lifecycle")
  },
  no_lifecycle: {
    title: "No lifecycle rules",
    reason: "Nothing in these buckets ever expires, unfinished uploads included.",
    remedy: "a rule that removes unfinished uploads, which is safe for every bucket.",
    filter: { match: "all", rules: [{ feature: "lifecycle", state: "not_set" }] },
    unknown: unreadOf("lifecycle")
  }
} as const satisfies Record<string, AdviceDeclaration>

export type BucketAdviceCode = keyof typeof bucketAdvice
export const bucketAdviceCodes = Object.keys(bucketAdvice) as ReadonlyArray<BucketAdviceCode>

export const BucketAdvice = Schema.Struct({
  code: Schema.Literals(bucketAdviceCodes),
  title: Schema.String,
  reason: Schema.String,
  remedy: Schema.String,
  filter: Schema.Record(Schema.String, Schema.Json),
  bucket_count: Schema.NullOr(Schema.Int),
  unknown_count: Schema.NullOr(Schema.Int),
  problem: Schema.NullOr(Schema.String)
}).annotate({ identifier: "BucketAdvice" })
export type BucketAdvice = typeof BucketAdvice.Type

export const BucketAdviceList = Schema.Struct({ items: Schema.Array(BucketAdvice) }).annotate({
  identifier: "BucketAdviceList"
})
