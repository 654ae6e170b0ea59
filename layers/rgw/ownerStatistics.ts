import { Duration, Effect, Option, Schema, Stream } from "effect"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import type { BucketStatistics } from "#domain/buckets/BucketListing.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { AdaptiveLimiter } from "#services/platform/work/AdaptiveLimiter.ts"
import type { AdminCalls } from "./AdminCalls.ts"
import { type BucketRange, bucketRanges, type RangePage, rangeSize, cutToRange } from "./bucketRanges.ts"
import { explainMissingOwner } from "./users.ts"
import { bucketOf, WireBucket } from "./wire/Bucket.ts"

const STATISTICS_TIMEOUT = Duration.minutes(1)

export const statisticsOf = <S extends Schema.ConstraintDecoder<unknown>>(bucket: S) =>
  Schema.Struct({
    buckets: Schema.Array(bucket),
    truncated: Schema.Boolean,
    marker: Schema.optionalKey(Schema.String)
  })
const WirePage = statisticsOf(WireBucket)

export const readStatistics = <S extends Schema.ConstraintDecoder<unknown, never>>(
  calls: AdminCalls["Service"],
  target: AdminTarget,
  uid: string,
  after: string | null,
  schema: S
): Effect.Effect<S["Type"], GatewayFailure> =>
  calls
    .document(
      target,
      {
        operation: "ListBucketStatistics",
        method: "GET",
        path: "/bucket",
        idempotent: true,
        timeout: STATISTICS_TIMEOUT,
        query: { uid, stats: "true", "max-entries": String(rangeSize), ...(after === null ? {} : { marker: after }) }
      },
      schema
    )
    .pipe(explainMissingOwner(calls, target, uid))

const isFullPage = ({ buckets }: { readonly buckets: ReadonlyArray<unknown> }) => buckets.length > rangeSize / 2

export const nextMarker = ({ marker, truncated }: { readonly marker?: string; readonly truncated: boolean }) =>
  truncated && marker !== undefined ? marker : null

export const statisticsPage =
  (calls: AdminCalls["Service"], pacer: AdaptiveLimiter, target: AdminTarget, uid: string) => (after: string | null) =>
    Effect.map(
      pacer.run(readStatistics(calls, target, uid, after, WirePage), isFullPage),
      (page): RangePage<BucketStatistics> => ({ buckets: page.buckets.map(bucketOf), marker: nextMarker(page) })
    )

type ReadPage = (after: string | null) => Effect.Effect<RangePage<BucketStatistics>, GatewayFailure>
type Chunks = Stream.Stream<ReadonlyArray<BucketStatistics>, GatewayFailure>

const oneRange = (page: ReadPage, range: BucketRange): Chunks =>
  Stream.paginate(range.after, (after) =>
    Effect.map(page(after), (answer) => {
      const { found, next } = cutToRange(range, answer)
      return [[found], next === null ? Option.none<string | null>() : Option.some<string | null>(next)] as const
    })
  )

export const inRanges = (page: ReadPage, names: ReadonlyArray<string>, after: string | null = null): Chunks =>
  Stream.fromIterable(bucketRanges(names, rangeSize)).pipe(
    Stream.flatMap((range) => oneRange(page, { after: range.after ?? after, upTo: range.upTo }), {
      concurrency: "unbounded"
    })
  )
