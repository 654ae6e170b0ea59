import { Effect, Option, Stream } from "effect"
import type { BucketRow } from "#domain/BucketListing.ts"
import type { GatewayFailure } from "#domain/Errors.ts"
import type { BucketStatistics } from "#domain/Gateway.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import type { ResolvedContext } from "#services/connections/ExecutionContexts.ts"
import { Rgw } from "#services/endpoints/Rgw.ts"

/** A bucket of which nothing but the name, and perhaps its age, is known. */
export interface NamedBucket {
  readonly name: string
  readonly created_at: string | null
}

/** Calls in flight where statistics come one bucket at a time. */
const fanOut = 12

/** The row of a bucket whose statistics are not known. */
export const namedRow = (bucket: NamedBucket): BucketRow => ({
  name: bucket.name, tenant: "", owner: null, created_at: bucket.created_at, used_bytes: null, object_count: null,
  quota_max_size_bytes: null, quota_max_objects: null, versioning: null, object_lock: null, has_statistics: false
})

const measuredRow = (bucket: BucketStatistics): BucketRow => ({ ...bucket, has_statistics: true })

/** Statistics in chunks: from Admin Ops in a few calls, else bucket by bucket through the S3 API. */
export const bucketStatisticsOf = Effect.fnUntraced(function*(
  context: ResolvedContext,
  names: ReadonlyArray<NamedBucket>
): Effect.fn.Return<Stream.Stream<ReadonlyArray<BucketRow>, GatewayFailure>, never, Rgw | BucketGateway> {
  const { admin, bucketOwner } = context
  if (admin !== null && bucketOwner !== null) {
    const rgw = yield* Rgw
    return rgw.bucketStatistics(admin, bucketOwner).pipe(Stream.map((chunk) => chunk.map(measuredRow)))
  }
  const gateway = yield* BucketGateway
  return Stream.fromIterable(names).pipe(
    Stream.mapEffect((bucket) =>
      Effect.map(gateway.statistics(context.s3, bucket.name), Option.match({
        onNone: () => namedRow(bucket),
        onSome: (found) => ({ ...measuredRow(found), created_at: found.created_at ?? bucket.created_at })
      })), { concurrency: fanOut }),
    Stream.grouped(100)
  )
})
