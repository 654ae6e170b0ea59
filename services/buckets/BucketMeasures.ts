import { Context, Duration, Effect, FiberSet, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { readBucketState } from "./readBucketState.ts"
import { BucketGateway } from "./BucketGateway.ts"
import { BucketListings } from "./BucketListings.ts"

const MEASURE_INTERVAL = Duration.seconds(1)

export class BucketMeasures extends Context.Service<
  BucketMeasures,
  {
    /** Does not wait; changes during a measurement cause another one. */
    readonly changed: (context: ResolvedContext, bucket: string) => Effect.Effect<void>
  }
>()("stowage/services/buckets/BucketMeasures") {
  static readonly layer = Layer.effect(
    BucketMeasures,
    Effect.gen(function* () {
      const gateway = yield* BucketGateway
      const listings = yield* BucketListings
      const rgw = yield* Rgw
      const readBucket = readBucketState({ gateway, rgw })
      const measuring = yield* FiberSet.make<void>()
      const measured = new Map<string, boolean>()

      const measure = Effect.fnUntraced(function* (context: ResolvedContext, bucket: string) {
        const row = yield* readBucket(context, bucket)
        if (row !== null) yield* listings.created(context.listingKey, row)
      })

      const untilStill = Effect.fnUntraced(function* (name: string, context: ResolvedContext, bucket: string) {
        for (;;) {
          measured.set(name, false)
          yield* Effect.catch(measure(context, bucket), (error) =>
            Effect.logWarning("A changed bucket could not be measured").pipe(Effect.annotateLogs({ code: error.code }))
          )
          yield* Effect.sleep(MEASURE_INTERVAL)
          if (measured.get(name) !== true) return void measured.delete(name)
        }
      })

      const changed = Effect.fn("BucketMeasures.changed")(function* (context: ResolvedContext, bucket: string) {
        const name = `${context.listingKey}\n${bucket}`
        const isMeasured = measured.has(name)
        measured.set(name, true)
        if (!isMeasured)
          yield* FiberSet.run(
            measuring,
            Effect.onError(untilStill(name, context, bucket), () => Effect.sync(() => measured.delete(name)))
          )
      })

      return BucketMeasures.of({ changed })
    })
  )
}
