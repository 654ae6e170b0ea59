import { Effect, Option, Semaphore, Stream } from "effect"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import { type BucketRow, type BucketStatistics, unreadBucket } from "#domain/buckets/BucketListing.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import type { NamedBucket } from "#services/buckets/bucketNames.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { fullBucketName } from "#domain/gateways/endpoints/tenantOf.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"

/** Calls in flight where statistics come one bucket at a time; where nobody waits for them; and where somebody does who has rows before them. */
const fanOut = { wanted: 12, gently: 2, waitedFor: 4 } as const

/** The row of a bucket whose statistics are not known. */
export const namedRow = ({ created_at, name, tenant }: NamedBucket): BucketRow => unreadBucket(name, { tenant, created_at })

/** What tells the buckets of a listing apart: a listing of every owner holds several tenants' buckets of one name. */
export const bucketIdentity = ({ name, tenant }: { readonly tenant: string; readonly name: string }) => `${tenant}/${name}`

const measuredRow = (bucket: BucketStatistics): BucketRow => ({ ...bucket, has_statistics: true })

/** Statistics in chunks: from Admin Ops in a few calls, else bucket by bucket through the S3 API. `gentlyUntil`: nobody waits for them until this comes. */
export const bucketStatisticsOf = Effect.fnUntraced(function*(
  context: ResolvedContext,
  names: ReadonlyArray<NamedBucket>,
  { gentlyUntil }: { readonly gentlyUntil?: Effect.Effect<void> | undefined } = {}
): Effect.fn.Return<Stream.Stream<ReadonlyArray<BucketRow>, GatewayFailure>, never, Rgw | BucketGateway> {
  const { admin, bucketOwner } = context
  if (admin !== null && bucketOwner !== null) {
    const rgw = yield* Rgw
    const asTold = (bucket: NamedBucket) => bucketOwner._tag === "All" ? fullBucketName(bucket) : bucket.name
    return rgw.bucketStatistics(admin, bucketOwner, names.map(asTold), { gentlyUntil }).pipe(Stream.map((chunk) => chunk.map(measuredRow)))
  }
  const gateway = yield* BucketGateway
  const rowOf = (bucket: NamedBucket) =>
    gateway.statistics(context.s3, bucket.name).pipe(
      Effect.map(Option.match({
        onNone: () => namedRow(bucket),
        onSome: (found) => ({ ...measuredRow(found), owner: found.owner || null, created_at: found.created_at ?? bucket.created_at })
      })),
      // one bucket that its key may not look into, or that lies in another region, takes nothing from the others
      Effect.catchTag("StorageError", (error) => [301, 307, 400, 403].includes(error.storage_status ?? 0) ? Effect.succeed(namedRow(bucket)) : Effect.fail(error))
    )
  const turns = Semaphore.makeUnsafe(gentlyUntil === undefined ? fanOut.wanted : fanOut.gently)
  const rows = Stream.fromIterable(names).pipe(
    Stream.mapEffect((bucket) => turns.withPermit(rowOf(bucket)), { concurrency: gentlyUntil === undefined ? fanOut.wanted : fanOut.waitedFor }),
    Stream.grouped(100)
  )
  return gentlyUntil === undefined ? rows
    : Stream.unwrap(Effect.as(Effect.forkScoped(Effect.andThen(gentlyUntil, turns.resize(fanOut.waitedFor)), { startImmediately: true }), rows))
})
