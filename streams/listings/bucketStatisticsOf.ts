import { Effect, Option, Semaphore, Stream } from "effect"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import { type BucketRow, type BucketStatistics, unreadBucket } from "#domain/buckets/BucketListing.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import type { BucketEntry } from "#services/buckets/bucketNames.ts"
import type { BucketSource } from "#domain/accounts/contexts/CurrentContext.ts"
import { fullBucketName } from "#domain/gateways/endpoints/tenantOf.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"

/** `waitedFor`: the user already sees rows. */
const CONCURRENCY = { wanted: 12, gently: 2, waitedFor: 4 } as const

export const rowWithoutStatistics = ({ created_at, name, tenant }: BucketEntry): BucketRow =>
  unreadBucket(name, { tenant, created_at })

/** Identity of a bucket: a listing of all owners may hold one name in several tenants. */
export const bucketIdentity = ({ name, tenant }: { readonly tenant: string; readonly name: string }) =>
  `${tenant}/${name}`

const measuredRow = (bucket: BucketStatistics): BucketRow => ({ ...bucket, has_statistics: true })

const isRefusal = (failure: GatewayFailure): boolean =>
  failure._tag === "StorageError" && (failure.storage_status === 403 || failure.storage_status === 404)

/** A technical key that may not read owners still lists the buckets of its cluster. */
const namesOnly = (failure: GatewayFailure): Stream.Stream<ReadonlyArray<BucketRow>> =>
  Stream.drain(
    Stream.fromEffect(
      Effect.logWarning("The technical key may not read the statistics of buckets").pipe(
        Effect.annotateLogs({ code: failure.code })
      )
    )
  )

interface ReadOptions {
  /** Until it completes, the reads run in the background. */
  readonly gentlyUntil?: Effect.Effect<void> | undefined
  /** When the gateway refuses the statistics of all owners: a listing has names without them, a sum would be wrong. */
  readonly onRefusal?: "no rows" | "fail"
}

export const bucketStatisticsOf = Effect.fnUntraced(function* (
  context: BucketSource,
  names: ReadonlyArray<BucketEntry>,
  { gentlyUntil, onRefusal = "no rows" }: ReadOptions = {}
): Effect.fn.Return<Stream.Stream<ReadonlyArray<BucketRow>, GatewayFailure>, never, Rgw | BucketGateway> {
  const { admin, bucketOwner } = context
  if (admin !== null && bucketOwner !== null) {
    const rgw = yield* Rgw
    const adminName = (bucket: BucketEntry) => (bucketOwner._tag === "All" ? fullBucketName(bucket) : bucket.name)
    const rows = rgw
      .bucketStatistics(admin, bucketOwner, names.map(adminName), { gentlyUntil })
      .pipe(Stream.map((chunk) => chunk.map(measuredRow)))
    return bucketOwner._tag === "All" && onRefusal === "no rows" ? Stream.catchIf(rows, isRefusal, namesOnly) : rows
  }
  const gateway = yield* BucketGateway
  const rowOf = (bucket: BucketEntry) =>
    gateway.statistics(context.s3, bucket.name).pipe(
      Effect.map(
        Option.match({
          onNone: () => rowWithoutStatistics(bucket),
          onSome: (found) => ({
            ...measuredRow(found),
            owner: found.owner || null,
            created_at: found.created_at ?? bucket.created_at
          })
        })
      ),
      // a bucket that is forbidden or in another region does not fail the others
      Effect.catchTag("StorageError", (error) =>
        [301, 307, 400, 403].includes(error.storage_status ?? 0)
          ? Effect.succeed(rowWithoutStatistics(bucket))
          : Effect.fail(error)
      )
    )
  const permits = Semaphore.makeUnsafe(gentlyUntil === undefined ? CONCURRENCY.wanted : CONCURRENCY.gently)
  const rows = Stream.fromIterable(names).pipe(
    Stream.mapEffect((bucket) => permits.withPermit(rowOf(bucket)), {
      concurrency: gentlyUntil === undefined ? CONCURRENCY.wanted : CONCURRENCY.waitedFor
    }),
    Stream.grouped(100)
  )
  return gentlyUntil === undefined
    ? rows
    : Stream.unwrap(
        Effect.as(
          Effect.forkScoped(Effect.andThen(gentlyUntil, permits.resize(CONCURRENCY.waitedFor)), {
            startImmediately: true
          }),
          rows
        )
      )
})
