import { Cause, Duration, Effect, Queue, Schedule, Stream } from "effect"
import type { BucketQuery, ListingState } from "#domain/buckets/BucketListing.ts"
import type { BucketListings } from "#services/buckets/BucketListings.ts"
import type { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import type { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { type Feed, isDeserted, leave, makeFeed, makeReader, serveFeed } from "./listingFeed.ts"

/** How often all followed listings are looked at: did one get too old, or its refresh die without a word, or an announcement get lost? */
const look = Duration.seconds(10)
/** Listings read at once: followers never take more connections of the database. */
const atOnce = 4
/** Before a reading that failed is tried again. */
const pause = Duration.seconds(1)

/** A database that is away for a while ends nothing here: it is asked again. */
const orLater = <B>(message: string, later: Effect.Effect<B>) => <A>(self: Effect.Effect<A>): Effect.Effect<A | B> =>
  Effect.catchCause(self, (cause) => Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.andThen(Effect.logWarning(message, cause), later))

interface Ports {
  readonly snapshots: BucketSnapshots["Service"]
  readonly live: LiveEvents["Service"]
  readonly refreshWhenOld: (key: string, state: ListingState) => Effect.Effect<boolean>
  readonly ttl: Duration.Duration
}

/**
 * The listings that somebody follows in this process, each read once for all of its readers. One subscription hears of
 * changes, one look goes over all of them; a reader is an entry in a set, and runs nothing.
 */
export const listingFeeds = Effect.fnUntraced(function*({ live, refreshWhenOld, snapshots, ttl }: Ports) {
  const feeds = new Map<string, Feed>()
  const due = yield* Queue.unbounded<Feed>()
  const queued = new Set<Feed>()
  const running = new Set<Feed>()
  const serve = serveFeed(snapshots)

  const call = (feed: Feed) => {
    if (queued.has(feed)) return
    queued.add(feed)
    // the one that is served now is called again when it is done
    if (!running.has(feed)) Queue.offerUnsafe(due, feed)
  }

  const force = (feed: Feed) => {
    feed.forced = true
    call(feed)
  }

  const turn = Effect.fnUntraced(function*(feed: Feed) {
    queued.delete(feed)
    running.add(feed)
    const joined = yield* serve(feed).pipe(orLater("Followers of a listing wait: it could not be read", Effect.gen(function*() {
      yield* Effect.sleep(pause)
      force(feed)
      return false
    })))
    running.delete(feed)
    if (isDeserted(feed) && feeds.get(feed.key) === feed) feeds.delete(feed.key)
    else if (queued.has(feed)) Queue.offerUnsafe(due, feed)
    if (joined && feed.listing !== null) yield* refreshWhenOld(feed.key, feed.listing)
  })

  const lookAtAll = Effect.gen(function*() {
    const followed = [...feeds.values()].filter(({ position }) => position !== null)
    if (followed.length === 0) return
    const states = yield* snapshots.states(followed.map(({ key }) => key))
    for (const feed of followed) {
      const state = states.get(feed.key)
      if (state === undefined) continue
      yield* refreshWhenOld(feed.key, state)
      if (state.version !== feed.position?.version || state.refreshing !== feed.listing?.refreshing) force(feed)
    }
  }).pipe(orLater("Followed listings could not be looked at", Effect.void))

  const hear = live.changes.pipe(Stream.runForEach((event) => {
    if (event._tag === "Resync") return lookAtAll
    if (event._tag !== "ListingChanged") return Effect.void
    const feed = feeds.get(event.key)
    if (feed === undefined) return Effect.void
    feed.announced = Math.max(feed.announced, event.version)
    call(feed)
    return Effect.void
  }))

  yield* Effect.forkScoped(Stream.runDrain(Stream.mapEffect(Stream.fromQueue(due), turn, { concurrency: atOnce })))
  yield* Effect.forkScoped(hear)
  yield* Effect.forkScoped(Effect.schedule(lookAtAll, Schedule.spaced(Duration.min(look, ttl))))

  const follow: BucketListings["Service"]["follow"] = (key, query: BucketQuery, after, deliver) => {
    const feed = feeds.get(key) ?? makeFeed(key)
    feeds.set(key, feed)
    const reader = makeReader(query, after, deliver)
    feed.joining.add(reader)
    call(feed)
    return () => {
      leave(feed, reader)
      if (isDeserted(feed) && !running.has(feed) && feeds.get(key) === feed) feeds.delete(key)
    }
  }

  return follow
})
