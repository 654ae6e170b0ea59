import { Clock, Effect, Layer, Stream } from "effect"
import { asksForAll } from "#domain/paging/Paging.ts"
import type { BucketQuery, ListingState } from "#domain/buckets/BucketListing.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import { LiveEvents } from "#services/live/LiveEvents.ts"
import { Settings } from "#services/settings/Settings.ts"
import { BucketListing } from "./BucketListingActor.ts"
import { needsRefresh } from "./listingFreshness.ts"
import { concernsListing, watchListing } from "./watchListing.ts"

const make = Effect.gen(function*() {
  const snapshots = yield* BucketSnapshots
  const live = yield* LiveEvents
  const { ttl } = (yield* Settings).listings
  const actor = yield* BucketListing.client

  const refresh = Effect.fn("BucketListings.refresh")((key: string) =>
    // the actor may be moving between runners; whoever looks next asks again
    Effect.catchCause(actor(key).Refresh(undefined), (cause) => Effect.logWarning("A refresh could not be asked for", cause)))

  const refreshWhenOld = Effect.fnUntraced(function*(key: string, state: ListingState) {
    const asks = needsRefresh(state, ttl, yield* Clock.currentTimeMillis)
    if (asks) yield* refresh(key)
    return asks
  })

  /** Waits until `known`, or until the refresh failed. */
  const awaitState = (key: string, before: ListingState, known: (state: ListingState) => boolean) =>
    live.changes.pipe(
      Stream.filter(concernsListing(key)),
      Stream.merge(Stream.make("look at once")),
      // a refresh may have been given up by a runner that stopped: then it is asked for again
      Stream.mapEffect(() => Effect.tap(snapshots.state(key), (state) => refreshWhenOld(key, state))),
      Stream.filter((state) => known(state) || state.failed_at !== before.failed_at),
      Stream.take(1),
      Stream.runDrain
    )

  const page = Effect.fn("BucketListings.page")(function*(key: string, query: BucketQuery) {
    const found = yield* snapshots.page(key, query)
    const { listing } = found
    const coming = (yield* refreshWhenOld(key, listing)) || listing.refreshing
    const whole = asksForAll(query)
    if (!coming || listing.state === "complete" || (listing.state === "partial" && !whole)) return found
    yield* awaitState(key, listing, whole ? (state) => state.state === "complete" : (state) => state.state !== "empty").pipe(
      Effect.timeoutOption(whole ? "60 seconds" : "5 seconds")
    )
    return yield* snapshots.page(key, query)
  })

  return BucketListings.of({
    page,
    watch: watchListing({ snapshots, live, refreshWhenOld, ttl }),
    refresh,
    bucket: snapshots.row,
    created: snapshots.put,
    removed: snapshots.drop
  })
})

/** Readers of listings: pages from the snapshot, changes from announcements, refreshes by the listing's actor. */
export const BucketListingsShared = Layer.effect(BucketListings, make)
