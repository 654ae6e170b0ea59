import { Effect, FiberHandle } from "effect"
import { Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"
import { refreshBuckets } from "./refreshBuckets.ts"

/** At most one refresh per listing key. Rows do not pass through the actor, but through the snapshot. */
export const BucketListing = Entity.make("BucketListing", [Rpc.make("Refresh")])

export const BucketListingActor = BucketListing.toLayer(
  Effect.gen(function* () {
    const address = yield* Entity.CurrentAddress
    const running = yield* FiberHandle.make<void, never>()
    return BucketListing.of({
      Refresh: () => Effect.asVoid(FiberHandle.run(running, refreshBuckets(address.entityId), { onlyIfMissing: true }))
    })
  }),
  { maxIdleTime: "10 minutes" }
)
