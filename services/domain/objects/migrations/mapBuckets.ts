import { bucketNameFault } from "../../buckets/namesBucket.ts"
import { MAX_MIGRATION_BUCKETS, type MigrationDraft, type NewMigrationDraft } from "./BucketMigration.ts"

export type BucketRequest = Pick<NewMigrationDraft, "buckets" | "mapping_prefix">

export const mapsEveryBucket = ({ buckets, mapping_prefix }: BucketRequest): boolean =>
  (buckets ?? []).length === 0 && mapping_prefix !== undefined

/** A text explains why there are no pairs. `names`: buckets of the source. */
export const mapBuckets = (
  request: BucketRequest,
  names: ReadonlyArray<string>
): MigrationDraft["buckets"] | string => {
  const { buckets, mapping_prefix } = request
  const requestedBuckets: NonNullable<BucketRequest["buckets"]> = mapsEveryBucket(request)
    ? names.map((source) => ({ source }))
    : (buckets ?? [])
  if (requestedBuckets.length === 0) return "Name the buckets, or a mapping prefix for all of them"
  if (requestedBuckets.length > MAX_MIGRATION_BUCKETS)
    return `The source has ${requestedBuckets.length} buckets: name at most ${MAX_MIGRATION_BUCKETS} of them`
  const pairs: Array<MigrationDraft["buckets"][number]> = []
  for (const { source, target } of requestedBuckets) {
    if (target === undefined && mapping_prefix === undefined) return `Name the target of ${source}, or a mapping prefix`
    const mapped = target ?? `${mapping_prefix}${source}`
    const fault = target === undefined ? bucketNameFault(mapped) : null
    if (fault !== null) return `${mapped}: ${fault}`
    pairs.push({ source, target: mapped })
  }
  return pairs
}
