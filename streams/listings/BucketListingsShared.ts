import { Clock, Duration, Effect, Layer, Schedule, Semaphore, Stream } from "effect"
import { isUnpaged } from "#domain/platform/Paging.ts"
import { type BucketQuery, type ListingState, queryKey } from "#domain/buckets/BucketListing.ts"
import { heartbeatInterval } from "#domain/platform/work/lease.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { BucketRefreshes } from "#services/buckets/BucketRefreshes.ts"
import { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import { Memory } from "#services/platform/health/Memory.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { Settings } from "#services/platform/Settings.ts"
import { BucketListing } from "./BucketListingActor.ts"
import { needsRefresh } from "./listingFreshness.ts"
import { listingFeeds } from "./ListingFeeds.ts"
import { singleFlight } from "./singleFlight.ts"

/** Timeout of a call to an actor, which answers as soon as the refresh has started. */
const ACTOR_CALL_TIMEOUT = Duration.seconds(5)

const WORKBENCH_MAX_AGE = Duration.minutes(30)
const MAX_CONCURRENT_STARTS = 16

const make = Effect.gen(function* () {
  const snapshots = yield* BucketSnapshots
  const refreshes = yield* BucketRefreshes
  const live = yield* LiveEvents
  const {
    lease,
    listings: { ttl }
  } = yield* Settings
  const actor = yield* BucketListing.client
  const shared = yield* singleFlight
  const memory = yield* Memory
  const readPermit = yield* Semaphore.make(1)

  const start = (key: string) =>
    // the actor may be moving between runners: the next reader asks again
    Effect.catchCause(Effect.timeout(actor(key).Refresh(undefined), ACTOR_CALL_TIMEOUT), (cause) =>
      Effect.logWarning("A refresh could not be asked for", cause)
    )

  const refresh = Effect.fn("BucketListings.refresh")((key: string) => Effect.andThen(refreshes.ask(key), start(key)))

  // requests to a process that was killed are served here, even without readers
  yield* Effect.flatMap(refreshes.unserved, (keys) => Effect.forEach(keys, start, { discard: true })).pipe(
    Effect.catchCause((cause) => Effect.logWarning("Listings that wait for a refresh could not be looked for", cause)),
    // one query of an index that is mostly empty
    Effect.repeat(Schedule.spaced(heartbeatInterval(lease))),
    Effect.forkScoped
  )

  const refreshWhenOld = Effect.fnUntraced(function* (key: string, state: ListingState) {
    const isDue = needsRefresh(state, ttl, yield* Clock.currentTimeMillis)
    if (isDue) yield* start(key)
    return isDue
  })

  const awaitState = (key: string, before: ListingState, known: (state: ListingState) => boolean) =>
    live.changes.pipe(
      Stream.filter((event) => event._tag === "Resync" || (event._tag === "ListingChanged" && event.key === key)),
      Stream.merge(Stream.make("look at once")),
      // a runner that stopped may have abandoned its refresh: request it again
      Stream.mapEffect(() => Effect.tap(snapshots.state(key), (state) => refreshWhenOld(key, state))),
      Stream.filter((state) => known(state) || state.failed_at !== before.failed_at),
      Stream.take(1),
      Stream.runDrain
    )

  const awaitFirst = (key: string, before: ListingState, awaitAllRows: boolean) =>
    shared(
      `${awaitAllRows ? "whole" : "first"} of ${key}`,
      awaitState(key, before, ({ state }) => (awaitAllRows ? state === "complete" : state !== "empty")).pipe(
        Effect.timeoutOption(awaitAllRows ? "60 seconds" : "5 seconds"),
        Effect.asVoid
      )
    )

  /** A complete listing is read once for concurrent requests, and one at a time, to limit memory. */
  const read = (key: string, query: BucketQuery) =>
    isUnpaged(query)
      ? shared(
          `${key} ${queryKey(query)}`,
          readPermit.withPermit(Effect.andThen(memory.admit, snapshots.page(key, query)))
        )
      : snapshots.page(key, query)

  const page = Effect.fn("BucketListings.page")(function* (key: string, query: BucketQuery) {
    const found = yield* read(key, query)
    const { listing } = found
    const refreshPending = (yield* refreshWhenOld(key, listing)) || listing.refreshing
    const awaitAllRows = isUnpaged(query)
    if (!refreshPending || listing.state === "complete" || (listing.state === "partial" && !awaitAllRows)) return found
    yield* awaitFirst(key, listing, awaitAllRows)
    return yield* read(key, query)
  })

  const prepare = Effect.fn("BucketListings.prepare")(function* (
    states: ReadonlyMap<string, ListingState>,
    awaitAllRows: boolean
  ) {
    const now = yield* Clock.currentTimeMillis
    const waited = yield* Effect.forEach(
      states,
      Effect.fnUntraced(function* ([key, state]) {
        const isDue = needsRefresh(state, WORKBENCH_MAX_AGE, now)
        if (isDue) yield* start(key)
        const hasRows = awaitAllRows ? state.state === "complete" : state.state !== "empty"
        if (hasRows || !(isDue || state.refreshing)) return false
        yield* awaitFirst(key, state, awaitAllRows)
        return true
      }),
      { concurrency: MAX_CONCURRENT_STARTS }
    )
    return waited.includes(true)
  })

  return BucketListings.of({
    page,
    prepare,
    follow: yield* listingFeeds({ snapshots, live, refreshWhenOld, ttl }),
    refresh,
    bucket: snapshots.row,
    created: snapshots.put,
    removed: snapshots.drop
  })
})

export const BucketListingsShared = Layer.effect(BucketListings, make)
