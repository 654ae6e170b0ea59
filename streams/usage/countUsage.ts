import { DateTime, Effect, Ref, Stream } from "effect"
import { addUsage, atLeast, noUsage, percentOf, type UsageEvent, type UsageProgress } from "#domain/usage/Usage.ts"
import type { GatewayFailure, NotFound } from "#domain/errors/Errors.ts"
import type { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { ExecutionContexts } from "#services/contexts/ExecutionContexts.ts"
import type { Rgw } from "#services/endpoints/Rgw.ts"
import { UsageSnapshots } from "#services/usage/UsageSnapshots.ts"
import { bucketNamesOf, bucketStatisticsOf } from "../listings/bucketStatisticsOf.ts"

/** Counts the buckets of one listing, from the gateway, and saves the result as its latest usage. */
export const countUsage = (
  listingKey: string
): Stream.Stream<UsageEvent, NotFound | GatewayFailure, BucketGateway | ExecutionContexts | Rgw | UsageSnapshots> =>
  Stream.concat(Stream.succeed(progress("listing", 0, null, 0)), Stream.unwrap(counting(listingKey)))

const progress = (stage: UsageProgress["stage"], processed: number, total: number | null, percent: number): UsageEvent =>
  ({ event: "progress", data: { stage, processed, total, percent } })

const counting = Effect.fn("countUsage")(function*(listingKey: string) {
  const snapshots = yield* UsageSnapshots
  const context = yield* (yield* ExecutionContexts).forListing(listingKey)
  const names = yield* bucketNamesOf(context)
  const calculatedAt = DateTime.formatIso(yield* DateTime.now)
  const total = names.length
  const chunks = yield* bucketStatisticsOf(context, names)
  const sums = yield* Ref.make(noUsage)
  const counted = chunks.pipe(
    Stream.mapEffect((chunk) => Ref.updateAndGet(sums, (sum) => addUsage(sum, chunk))),
    Stream.scan(() => started, (previous, { statistics }) => ({
      processed: statistics.bucket_count,
      percent: atLeast(previous.percent, percentOf(statistics.bucket_count, total))
    })),
    Stream.map(({ processed, percent }) => progress("counting", processed, Math.max(total, processed), percent))
  )
  const saved = Effect.gen(function*() {
    const sum = yield* Ref.get(sums)
    const data = yield* snapshots.save(listingKey, {
      ...sum, warnings: warningsOf(sum.statistics.unavailable_count), calculated_at: calculatedAt, updated_at: calculatedAt
    })
    return { event: "result", data } as const
  })
  return Stream.concat(counted, Stream.fromEffect(saved))
})

const started = { processed: 0, percent: 0 }

const warningsOf = (unavailable: number) =>
  unavailable === 0 ? null : [`${unavailable} buckets gave no statistics and are counted as empty`]
