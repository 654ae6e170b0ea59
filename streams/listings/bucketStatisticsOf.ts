import { Effect, Option, Semaphore, Stream } from "effect"
import type { GatewayFailure } from "#domain/errors/Errors.ts"
import { type BucketRow, type BucketStatistics, unreadBucket } from "#domain/buckets/BucketListing.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import type { ResolvedContext } from "#domain/contexts/CurrentContext.ts"
import type { BucketOwner } from "#domain/endpoints/Targets.ts"
import { fullBucketName, tenantOf } from "#domain/endpoints/tenantOf.ts"
import { Rgw } from "#services/endpoints/Rgw.ts"

/** A bucket of which nothing but the name, and perhaps its age, is known. */
export interface NamedBucket {
  readonly tenant: string
  readonly name: string
  readonly created_at: string | null
}

/** Calls in flight where statistics come one bucket at a time; where nobody waits for them; and where somebody does who has rows before them. */
const fanOut = { wanted: 12, gently: 2, waitedFor: 4 } as const

/** The row of a bucket whose statistics are not known. */
export const namedRow = ({ created_at, name, tenant }: NamedBucket): BucketRow => unreadBucket(name, { tenant, created_at })

/** What tells the buckets of a listing apart: a listing of every owner holds several tenants' buckets of one name. */
export const bucketIdentity = ({ name, tenant }: { readonly tenant: string; readonly name: string }) => `${tenant}/${name}`

/** Inside a tenant buckets are told as `tenant/name` among all, and by their names alone to `tenant$uid`. A name has no slash. */
const namedBucket = (owner: BucketOwner) => {
  const own = tenantOf(owner)
  return (text: string): NamedBucket => {
    const slash = text.indexOf("/")
    return { tenant: slash < 0 ? own : text.slice(0, slash), name: text.slice(slash + 1), created_at: null }
  }
}

const measuredRow = (bucket: BucketStatistics): BucketRow => ({ ...bucket, has_statistics: true })

/** The names of a listing, in one call: Admin Ops where there is, which is cheaper to read, else the owner's ListBuckets. */
export const bucketNamesOf = Effect.fnUntraced(function*(
  { admin, bucketOwner, s3 }: ResolvedContext
): Effect.fn.Return<ReadonlyArray<NamedBucket>, GatewayFailure, Rgw | BucketGateway> {
  if (admin === null || bucketOwner === null) {
    return (yield* (yield* BucketGateway).list(s3)).map((bucket) => ({ ...bucket, tenant: "" }))
  }
  const names = yield* (yield* Rgw).bucketNames(admin, bucketOwner)
  return names.map(namedBucket(bucketOwner))
    .sort((one, other) => one.name < other.name ? -1 : 1)
})

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
