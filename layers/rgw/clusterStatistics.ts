import { Effect, Stream } from "effect"
import type { BucketStatistics } from "#domain/buckets/BucketListing.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { fullBucketName } from "#domain/gateways/endpoints/tenantOf.ts"
import { MAX_CONCURRENCY } from "#domain/platform/work/adaptiveConcurrency.ts"
import type { AdaptiveLimiter } from "#services/platform/work/AdaptiveLimiter.ts"
import type { AdminCalls } from "./AdminCalls.ts"
import { orNotFound } from "./refusals.ts"
import { inRanges, statisticsPage } from "./ownerStatistics.ts"
import { allUsers } from "./users.ts"
import { bucketOf, WireBucket } from "./wire/Bucket.ts"

type Chunk = ReadonlyArray<BucketStatistics>

const ORPHAN_GROUP_SIZE = 100

interface Reading {
  readonly calls: AdminCalls["Service"]
  readonly pacer: AdaptiveLimiter
  readonly target: AdminTarget
  readonly namesOf: (uid: string) => Effect.Effect<ReadonlyArray<string>, GatewayFailure>
}

/** Lists one uid per owner: a plain user, or any user of an account, for which RGW answers the whole account (A13). */
const owners = ({ calls, target }: Reading) =>
  Stream.suspend(() => {
    const accounts = new Set<string>()
    return allUsers(calls, target).pipe(
      Stream.filter(({ account_id = "" }) => {
        if (account_id === "") return true
        const first = !accounts.has(account_id)
        accounts.add(account_id)
        return first
      }),
      Stream.map(({ uid }) => uid)
    )
  })

const userBucketStatistics = (
  { calls, namesOf, pacer, target }: Reading,
  uid: string
): Stream.Stream<Chunk, GatewayFailure> => {
  const page = statisticsPage(calls, pacer, target, uid)
  return Stream.unwrap(
    Effect.gen(function* () {
      const { buckets, marker } = yield* page(null)
      const first = Stream.make<[Chunk]>(buckets)
      if (marker === null) return first
      const names = yield* namesOf(uid)
      return Stream.concat(
        first,
        inRanges(
          page,
          names.filter((name) => name > marker),
          marker
        )
      )
    })
  )
}

/** Reads by owner: gateways fail above some 12,000 buckets in one answer. Fails only when all owners fail. */
export const clusterStatistics = (
  reading: Reading,
  names: ReadonlyArray<string>
): Stream.Stream<Chunk, GatewayFailure> =>
  Stream.suspend(() => {
    const { calls, pacer, target } = reading
    const unreadNames = new Set(names)
    let completeOwnerCount = 0
    let lastFailure: GatewayFailure | null = null

    const ofOwner = (uid: string) =>
      userBucketStatistics(reading, uid).pipe(
        Stream.onEnd(
          Effect.sync(() => {
            completeOwnerCount++
          })
        ),
        Stream.catch((failure) =>
          Stream.drain(
            Stream.fromEffect(
              Effect.andThen(
                Effect.sync(() => {
                  lastFailure = failure
                }),
                Effect.logWarning("Statistics of an owner's buckets could not be read").pipe(
                  Effect.annotateLogs({ uid, code: failure.code })
                )
              )
            )
          )
        )
      )
    const listed = owners(reading).pipe(
      Stream.flatMap(ofOwner, { concurrency: MAX_CONCURRENCY }),
      Stream.tap((chunk) => Effect.sync(() => chunk.forEach((bucket) => unreadNames.delete(fullBucketName(bucket)))))
    )

    const stray = (name: string) =>
      pacer
        .run(
          calls.document(
            target,
            { operation: "GetBucket", method: "GET", path: "/bucket", idempotent: true, query: { bucket: name } },
            WireBucket
          ),
          () => false
        )
        .pipe(orNotFound("Bucket", name), Effect.match({ onFailure: () => [], onSuccess: (wire) => [bucketOf(wire)] }))
    const strays = Stream.suspend(() =>
      lastFailure !== null ? Stream.empty : Stream.fromIterable([...unreadNames])
    ).pipe(
      Stream.mapEffect(stray, { concurrency: MAX_CONCURRENCY }),
      Stream.grouped(ORPHAN_GROUP_SIZE),
      Stream.map((group): Chunk => group.flat())
    )
    const verdict = Stream.suspend(() =>
      lastFailure !== null && completeOwnerCount === 0 ? Stream.fail(lastFailure) : Stream.empty
    )
    return listed.pipe(Stream.concat(strays), Stream.concat(verdict))
  })
