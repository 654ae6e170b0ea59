import { Duration, Effect, Ref, Schedule, Stream } from "effect"
import type { BucketListingEvent, BucketPage, BucketQuery, ListingState } from "#domain/buckets/BucketListing.ts"
import { LiveEvent } from "#domain/live/LiveEvent.ts"
import type { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import type { LiveEvents } from "#services/live/LiveEvents.ts"

const result = (data: BucketPage): BucketListingEvent => ({ event: "result", data })

/** How often a watcher looks whether its listing got too old, or its refresh died without a word. */
const look = Duration.seconds(10)

/** Whether an announcement is about a listing; after a gap in the announcements everything may have changed. */
export const concernsListing = (key: string) => (event: LiveEvent) =>
  event._tag === "Resync" || (event._tag === "ListingChanged" && event.key === key)

interface Ports {
  readonly snapshots: BucketSnapshots["Service"]
  readonly live: LiveEvents["Service"]
  readonly refreshWhenOld: (key: string, state: ListingState) => Effect.Effect<boolean>
  readonly ttl: Duration.Duration
}

/** What makes a watcher look again. */
type Cue = { readonly _tag: "Start" } | { readonly _tag: "Look" } | LiveEvent

/** The page at once, then what changed whenever a change is announced. */
export const watchListing = ({ live, refreshWhenOld, snapshots, ttl }: Ports) => (key: string, query: BucketQuery) =>
  Stream.unwrap(Effect.gen(function*() {
    const seen = yield* Ref.make<ListingState | null>(null)

    const fromTheStart = Effect.gen(function*() {
      yield* refreshWhenOld(key, yield* snapshots.state(key))
      const page = yield* snapshots.page(key, query)
      yield* Ref.set(seen, page.listing)
      return [result(page)]
    })

    const changes = Effect.fnUntraced(function*(before: ListingState) {
      const events = yield* snapshots.changesSince(key, before.version)
      const after = events.reduce((listing, event) => event.event === "state" ? event.data.listing : listing, before)
      yield* Ref.set(seen, after)
      if (after.refreshed_at === before.refreshed_at) return events
      const page = yield* snapshots.page(key, query)
      return [...events, result(page), { event: "done" as const, data: { listing: after } }]
    })

    const lookAgain = Effect.fnUntraced(function*(before: ListingState) {
      const state = yield* snapshots.state(key)
      yield* refreshWhenOld(key, state)
      if (state.version > before.version) return yield* changes(before)
      if (state.refreshing === before.refreshing) return []
      yield* Ref.set(seen, state)
      const { total } = yield* snapshots.page(key, { page: 1, page_size: 1 })
      return [{ event: "state" as const, data: { listing: state, total } }]
    })

    const follow = Effect.fnUntraced(function*(cue: Cue) {
      const before = yield* Ref.get(seen)
      if (before === null || cue._tag === "Start" || cue._tag === "Resync") return yield* fromTheStart
      if (cue._tag === "Look") return yield* lookAgain(before)
      return cue._tag === "ListingChanged" && cue.version > before.version ? yield* changes(before) : []
    })

    const looks = Stream.map(Stream.fromSchedule(Schedule.spaced(Duration.min(look, ttl))), (): Cue => ({ _tag: "Look" }))
    const cues: Stream.Stream<Cue> = Stream.mergeAll([
      Stream.filter(live.changes, concernsListing(key)),
      Stream.concat(Stream.make<[Cue]>({ _tag: "Start" }), looks)
    ], { concurrency: "unbounded" })
    return cues.pipe(Stream.mapEffect(follow), Stream.flatMap(Stream.fromIterable))
  }))
