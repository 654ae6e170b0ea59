import { Effect, FiberHandle } from "effect"
import { Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"
import { refreshBuckets } from "./refreshBuckets.ts"

/**
 * One actor per listing key in the cluster, which runs at most one refresh. Rows do not pass through it: they are
 * written to the snapshot and published.
 */
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
