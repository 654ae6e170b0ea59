import { Effect, FiberHandle } from "effect"
import { Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"
import { refreshBuckets } from "./refreshBuckets.ts"

/**
 * One actor a listing key in the whole cluster. It runs at most one refresh; asking while one runs starts no second.
 * Rows never pass through it: they are written to the snapshot and announced.
 */
export const BucketListing = Entity.make("BucketListing", [Rpc.make("Refresh")])

/** Refreshes what it is asked to and goes when nobody asked for a while. */
export const BucketListingActor = BucketListing.toLayer(
  Effect.gen(function*() {
    const address = yield* Entity.CurrentAddress
    const running = yield* FiberHandle.make<void, never>()
    return BucketListing.of({
      Refresh: () => Effect.asVoid(FiberHandle.run(running, refreshBuckets(address.entityId), { onlyIfMissing: true }))
    })
  }),
  { maxIdleTime: "10 minutes" }
)
