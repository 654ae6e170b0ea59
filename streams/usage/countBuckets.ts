import { Effect, Ref, Stream } from "effect"
import type { BucketSource } from "#domain/accounts/contexts/CurrentContext.ts"
import type { BucketRow } from "#domain/buckets/BucketListing.ts"
import { fullBucketName } from "#domain/gateways/endpoints/tenantOf.ts"
import { quotaUsageOf } from "#domain/usage/quotaUsageOf.ts"
import { addUsage, noUsage, type UsageSum } from "#domain/usage/Usage.ts"
import { countedFindings } from "#domain/usage/usageFindings.ts"
import type { BucketToScan } from "#services/usage/UsageScans.ts"
import { type CountedBucket, UsageSnapshots } from "#services/usage/UsageSnapshots.ts"
import type { BucketEntry } from "#services/buckets/bucketNames.ts"
import { bucketStatisticsOf } from "../listings/bucketStatisticsOf.ts"

export interface Counted {
  readonly sum: UsageSum
  readonly buckets: ReadonlyArray<BucketToScan>
}

export const emptyCount: Counted = { sum: noUsage, buckets: [] }

const countedOf = (row: BucketRow): CountedBucket => {
  const { name, object_count, tenant, used_bytes } = row
  const quota_usage = quotaUsageOf(row)
  return { name, tenant, used_bytes, object_count, quota_usage, findings: countedFindings({ used_bytes, quota_usage }) }
}

const withFullName = (row: BucketRow): BucketRow => ({ ...row, name: fullBucketName(row) })

export const countBuckets = Effect.fnUntraced(function* (
  listingKey: string,
  context: BucketSource,
  names: ReadonlyArray<BucketEntry>,
  at: string
) {
  const snapshots = yield* UsageSnapshots
  const counted = yield* Ref.make(emptyCount)
  const chunks = yield* bucketStatisticsOf(context, names, { onRefusal: "fail" })
  const rows = chunks.pipe(
    Stream.buffer({ capacity: 4 }),
    Stream.mapEffect(
      Effect.fnUntraced(function* (chunk: ReadonlyArray<BucketRow>) {
        yield* Ref.update(
          counted,
          ({ buckets, sum }): Counted => ({
            sum: addUsage(sum, context.bucketOwner?._tag === "All" ? chunk.map(withFullName) : chunk),
            buckets: [
              ...buckets,
              ...chunk.map(({ name, object_count, tenant, used_bytes, versioning }) => ({
                name,
                object_count,
                tenant,
                used_bytes,
                versioning
              }))
            ]
          })
        )
        return yield* snapshots.count(listingKey, chunk.map(countedOf), at)
      })
    )
  )
  return { rows, counted }
})
