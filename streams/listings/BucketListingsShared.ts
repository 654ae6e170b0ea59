import { Clock, Effect, Layer, Option, Ref, Stream } from "effect"
import type { BucketListingEvent } from "#domain/BucketListing.ts"
import { BucketListingEvent as Event, type ListingState } from "#domain/BucketListing.ts"
import type { LiveEvent } from "#domain/LiveEvent.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import { LiveEvents } from "#services/live/LiveEvents.ts"
import { Settings } from "#services/settings/Settings.ts"
import { BucketListing } from "./BucketListingActor.ts"
import { needsRefresh } from "./listingFreshness.ts"

const make = Effect.gen(function*() {
  const snapshots = yield* BucketSnapshots
  const live = yield* LiveEvents
  const { listings } = yield* Settings
  const actor = yield* BucketListing.client

  const refresh = Effect.fn("BucketListings.refresh")((key: string) =>
    // the actor may be moving between runners; whoever looks next asks again
    Effect.catchCause(actor(key).Refresh(undefined), (cause) => Effect.logWarning("A refresh could not be asked for", cause)))

  const refreshWhenOld = Effect.fnUntraced(function*(key: string, state: ListingState) {
    if (needsRefresh(state, listings.ttl, yield* Clock.currentTimeMillis)) yield* refresh(key)
  })

  const page = Effect.fn("BucketListings.page")(function*(key: string, query: Parameters<typeof snapshots.page>[1]) {
    const found = yield* snapshots.page(key, query)
    yield* refreshWhenOld(key, found.listing)
    return found
  })

  const concerns = (key: string) => (event: LiveEvent) =>
    event._tag === "Resync" || (event._tag === "ListingChanged" && event.key === key)

  const watch = (key: string): Stream.Stream<BucketListingEvent> =>
    Stream.unwrap(Effect.gen(function*() {
      const seen = yield* Ref.make(0)
      const initial = Effect.gen(function*() {
        const state = yield* snapshots.state(key)
        yield* Ref.set(seen, state.version)
        yield* refreshWhenOld(key, state)
        return Event.cases.Resync.make({ listing: state, total: (yield* snapshots.page(key, nothing)).total })
      })
      const next = Effect.fnUntraced(function*(event: Option.Option<LiveEvent>) {
        if (Option.isNone(event) || event.value._tag === "Resync") return [yield* initial]
        const since = yield* Ref.get(seen)
        if (event.value._tag === "ListingChanged" && event.value.version <= since) return []
        const changes = yield* snapshots.changesSince(key, since)
        const last = changes.reduce((version, change) => "listing" in change ? Math.max(version, change.listing.version) : version, since)
        yield* Ref.set(seen, last)
        return changes
      })
      // subscribed before the state is read, so that nothing falls between
      const announced = live.changes.pipe(Stream.filter(concerns(key)), Stream.map(Option.some))
      return Stream.merge(Stream.succeed(Option.none<LiveEvent>()), announced).pipe(
        Stream.mapEffect(next),
        Stream.flatMap(Stream.fromIterable)
      )
    }))

  return BucketListings.of({
    page,
    watch,
    refresh,
    bucket: snapshots.row,
    created: snapshots.put,
    removed: snapshots.drop
  })
})

const nothing = { page: 1, pageSize: 1, search: null, exact: false, sortBy: "name", descending: false } as const

/** Readers of listings: pages from the snapshot, changes from announcements, refreshes by the listing's actor. */
export const BucketListingsShared = Layer.effect(BucketListings, make)
