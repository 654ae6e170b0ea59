import { DateTime, Effect, Ref, Stream } from "effect"
import { addUsage, atLeast, noUsage, percentOf, UsageEvent } from "#domain/Usage.ts"
import type { GatewayFailure, NotFound } from "#domain/Errors.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { ExecutionContexts } from "#services/connections/ExecutionContexts.ts"
import { Rgw } from "#services/endpoints/Rgw.ts"
import { UsageSnapshots } from "#services/usage/UsageSnapshots.ts"
import { bucketStatisticsOf } from "../listings/bucketStatisticsOf.ts"

/** Counts one context, from the gateway, and saves the result as its latest usage. */
export const countUsage = (
  listingKey: string
): Stream.Stream<UsageEvent, NotFound | GatewayFailure, BucketGateway | ExecutionContexts | Rgw | UsageSnapshots> =>
  Stream.unwrap(Effect.gen(function*() {
    const context = yield* (yield* ExecutionContexts).forListing(listingKey)
    const names = yield* (yield* BucketGateway).list(context.s3)
    const began = yield* DateTime.now
    const total = names.length
    const chunks = yield* bucketStatisticsOf(context, names)
    const sums = yield* Ref.make(noUsage)
    const counting = chunks.pipe(
      Stream.mapEffect((chunk) => Ref.updateAndGet(sums, (sum) => addUsage(sum, chunk))),
      Stream.scan(() => started, (previous, { statistics }) => ({
        processed: statistics.bucket_count,
        percent: atLeast(previous.percent, percentOf(statistics.bucket_count, total))
      })),
      Stream.map((progress) => UsageEvent.cases.Progress.make({ stage: "counting", total, ...progress }))
    )
    const saving = Effect.gen(function*() {
      const sum = yield* Ref.get(sums)
      const at = DateTime.formatIso(began)
      const warnings = warningsOf(sum.statistics.unavailable_count)
      const snapshot = yield* (yield* UsageSnapshots).save({
        context_id: context.context.id, ...sum, warnings, calculated_at: at, updated_at: at
      })
      return UsageEvent.cases.Result.make({ snapshot })
    })
    return Stream.concat(counting, Stream.fromEffect(saving))
  }))

const started = { processed: 0, percent: 0 }

const warningsOf = (unavailable: number) =>
  unavailable === 0 ? null : [`${unavailable} buckets gave no statistics and are counted as empty`]
