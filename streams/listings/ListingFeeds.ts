import { Cause, Duration, Effect, Queue, Schedule, Stream } from "effect"
import type { BucketQuery, ListingState } from "#domain/buckets/BucketListing.ts"
import type { BucketListings } from "#services/buckets/BucketListings.ts"
import type { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import type { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { type Feed, isDeserted, removeReader, makeFeed, makeReader, serveFeed } from "./listingFeed.ts"

/** Catches outdated listings, refreshes that died and lost notifications. */
const CHECK_INTERVAL = Duration.seconds(10)
/** Limits the database connections of followers. */
const MAX_CONCURRENT_READS = 4
const RETRY_DELAY = Duration.seconds(1)

const catchAndLog =
  <B>(message: string, later: Effect.Effect<B>) =>
  <A>(self: Effect.Effect<A>): Effect.Effect<A | B> =>
    Effect.catchCause(self, (cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.andThen(Effect.logWarning(message, cause), later)
    )

interface Ports {
  readonly snapshots: BucketSnapshots["Service"]
  readonly live: LiveEvents["Service"]
  readonly refreshWhenOld: (key: string, state: ListingState) => Effect.Effect<boolean>
  readonly ttl: Duration.Duration
}

/** Each listing is read once for all readers. A reader is an entry in a set without a fiber. */
export const listingFeeds = Effect.fnUntraced(function* ({ live, refreshWhenOld, snapshots, ttl }: Ports) {
  const feeds = new Map<string, Feed>()
  const due = yield* Queue.unbounded<Feed>()
  const queued = new Set<Feed>()
  const running = new Set<Feed>()
  const serve = serveFeed(snapshots)

  const enqueue = (feed: Feed) => {
    if (queued.has(feed)) return
    queued.add(feed)
    if (!running.has(feed)) Queue.offerUnsafe(due, feed)
  }

  const forceRead = (feed: Feed) => {
    feed.forced = true
    enqueue(feed)
  }

  const processFeed = Effect.fnUntraced(function* (feed: Feed) {
    queued.delete(feed)
    running.add(feed)
    const joined = yield* serve(feed).pipe(
      catchAndLog(
        "Followers of a listing wait: it could not be read",
        Effect.gen(function* () {
          yield* Effect.sleep(RETRY_DELAY)
          forceRead(feed)
          return false
        })
      )
    )
    running.delete(feed)
    if (isDeserted(feed) && feeds.get(feed.key) === feed) feeds.delete(feed.key)
    else if (queued.has(feed)) Queue.offerUnsafe(due, feed)
    if (joined && feed.listing !== null) yield* refreshWhenOld(feed.key, feed.listing)
  })

  const checkAll = Effect.gen(function* () {
    const followed = [...feeds.values()].filter(({ position }) => position !== null)
    if (followed.length === 0) return
    const states = yield* snapshots.states(followed.map(({ key }) => key))
    for (const feed of followed) {
      const state = states.get(feed.key)
      if (state === undefined) continue
      yield* refreshWhenOld(feed.key, state)
      if (state.version !== feed.position?.version || state.refreshing !== feed.listing?.refreshing) forceRead(feed)
    }
  }).pipe(catchAndLog("Followed listings could not be looked at", Effect.void))

  const handleEvents = live.changes.pipe(
    Stream.runForEach((event) => {
      if (event._tag === "Resync") return checkAll
      if (event._tag !== "ListingChanged") return Effect.void
      const feed = feeds.get(event.key)
      if (feed === undefined) return Effect.void
      feed.announced = Math.max(feed.announced, event.version)
      enqueue(feed)
      return Effect.void
    })
  )

  yield* Effect.forkScoped(
    Stream.runDrain(Stream.mapEffect(Stream.fromQueue(due), processFeed, { concurrency: MAX_CONCURRENT_READS }))
  )
  yield* Effect.forkScoped(handleEvents)
  yield* Effect.forkScoped(Effect.schedule(checkAll, Schedule.spaced(Duration.min(CHECK_INTERVAL, ttl))))

  const follow: BucketListings["Service"]["follow"] = (key, query: BucketQuery, after, deliver) => {
    const feed = feeds.get(key) ?? makeFeed(key)
    feeds.set(key, feed)
    const reader = makeReader(query, after, deliver)
    feed.joining.add(reader)
    enqueue(feed)
    return () => {
      removeReader(feed, reader)
      if (isDeserted(feed) && !running.has(feed) && feeds.get(key) === feed) feeds.delete(key)
    }
  }

  return follow
})
