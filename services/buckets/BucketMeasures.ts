import { Context, Duration, Effect, FiberSet, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { bucketAsItIs } from "./bucketAsItIs.ts"
import { BucketGateway } from "./BucketGateway.ts"
import { BucketListings } from "./BucketListings.ts"

/** Between two measurings of one bucket: many changes follow each other, and each costs its gateway a call. */
const pause = Duration.seconds(1)

/** Statistics of buckets whose content this service changed: measured at once, and shown to everybody who follows the listing. */
export class BucketMeasures extends Context.Service<BucketMeasures, {
  /** Something in the bucket was changed. Waits for nothing; what changes while it is measured is measured again. */
  readonly changed: (context: ResolvedContext, bucket: string) => Effect.Effect<void>
}>()("stowage/services/buckets/BucketMeasures") {
  static readonly layer = Layer.effect(BucketMeasures, Effect.gen(function*() {
    const gateway = yield* BucketGateway
    const listings = yield* BucketListings
    const rgw = yield* Rgw
    const look = bucketAsItIs({ gateway, rgw })
    const measuring = yield* FiberSet.make<void>()
    /** Buckets that are being measured, and whether they were changed since. */
    const under = new Map<string, boolean>()

    const measure = Effect.fnUntraced(function*(context: ResolvedContext, bucket: string) {
      const row = yield* look(context, bucket)
      if (row !== null) yield* listings.created(context.listingKey, row)
    })

    const untilStill = Effect.fnUntraced(function*(name: string, context: ResolvedContext, bucket: string) {
      for (;;) {
        under.set(name, false)
        // the next refresh of the listing tells what this one could not
        yield* Effect.catch(measure(context, bucket), (error) => Effect.logWarning("A changed bucket could not be measured").pipe(Effect.annotateLogs({ code: error.code })))
        yield* Effect.sleep(pause)
        if (under.get(name) !== true) return void under.delete(name)
      }
    })

    const changed = Effect.fn("BucketMeasures.changed")(function*(context: ResolvedContext, bucket: string) {
      const name = `${context.listingKey}\n${bucket}`
      const isMeasured = under.has(name)
      under.set(name, true)
      if (!isMeasured) yield* FiberSet.run(measuring, Effect.onError(untilStill(name, context, bucket), () => Effect.sync(() => under.delete(name))))
    })

    return BucketMeasures.of({ changed })
  }))
}
