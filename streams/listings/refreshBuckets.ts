import { Cause, Duration, Effect, Exit, Fiber, Option, Stream } from "effect"
import type { BucketRow, ListingFault } from "#domain/buckets/BucketListing.ts"
import type { GatewayFailure, NotFound } from "#domain/errors/Errors.ts"
import { BucketRefreshes } from "#services/buckets/BucketRefreshes.ts"
import { ExecutionContexts } from "#services/contexts/ExecutionContexts.ts"
import { bucketIdentity, bucketNamesOf, bucketStatisticsOf, type NamedBucket, namedRow } from "./bucketStatisticsOf.ts"

/** A runner that is silent for so long has died: another may take over. */
const lease = Duration.seconds(30)
/** About a screenful: the first rows of a large listing are on the page before the rest is written. */
const firstNames = 60
/** Names of one write: what is announced meanwhile is not kept waiting. */
const namesPerWrite = 500
/** Statistics bring their names along: the other names are written by themselves only where statistics take longer. */
const patience = Duration.millis(700)

/** What of a failure readers are told: our words. */
const faultOf = (failure: GatewayFailure | NotFound): ListingFault => {
  switch (failure._tag) {
    case "StorageTimeout":
      return { code: failure.code, detail: "The storage gateway did not answer in time" }
    case "NotFound":
      return { code: failure.code, detail: "The context of this listing is no longer registered" }
    default:
      return { code: failure.code, detail: failure.detail }
  }
}

/**
 * One refresh of the listing `key`, start to end: names first, in one call, then statistics as the gateway gives them,
 * each chunk written and announced at once. Does nothing when a refresh runs elsewhere. Rows that are gone from the
 * gateway go only when it ended well; after a failure the last known rows stay, marked stale.
 */
export const refreshBuckets = Effect.fn("refreshBuckets")(function*(key: string) {
  const refreshes = yield* BucketRefreshes
  const runner = crypto.randomUUID()
  const keeping = refreshes.keep(key, runner, lease).pipe(
    Effect.delay(Duration.seconds(10)),
    Effect.repeat({ while: (kept) => kept })
  )
  const reading = read(key, runner).pipe(
    Effect.matchCauseEffect({
      onSuccess: () => refreshes.complete(key, runner),
      onFailure: (cause) => finishBadly(key, runner, cause)
    })
  )
  // taken without interruption: a lease whose taking was cut off would hold everybody up until it lapses
  yield* Effect.acquireUseRelease(
    refreshes.begin(key, runner, lease),
    // a lease that was lost belongs to another runner now: stop reading for nothing
    (taken) => taken ? Effect.raceFirst(reading, keeping) : Effect.void,
    (taken, exit) => taken && Exit.hasInterrupts(exit) ? refreshes.abandon(key, runner) : Effect.void
  )
})

const finishBadly = Effect.fnUntraced(function*(key: string, runner: string, cause: Cause.Cause<GatewayFailure | NotFound>) {
  const failure = Cause.findErrorOption(cause)
  const fault = Option.match(failure, {
    onNone: (): ListingFault => ({ code: "internal", detail: "The refresh ended with a fault of ours, which is logged" }),
    onSome: faultOf
  })
  yield* (yield* BucketRefreshes).fail(key, runner, fault)
  const log = Option.isNone(failure) ? Effect.logError : Effect.logWarning
  yield* log("A listing could not be refreshed", cause).pipe(Effect.annotateLogs({ key, code: fault.code }))
})

const read = Effect.fnUntraced(function*(key: string, runner: string) {
  const refreshes = yield* BucketRefreshes
  const context = yield* (yield* ExecutionContexts).forListing(key)
  const names = yield* bucketNamesOf(context)
  const total = names.length
  const statistics = yield* bucketStatisticsOf(context, names)
  const counted = new Set<string>()
  const named = (some: ReadonlyArray<NamedBucket>) =>
    Stream.fromIterable(some).pipe(
      Stream.grouped(namesPerWrite),
      Stream.runForEach((part) => refreshes.write(key, runner, part.map(namedRow), { processed: counted.size, total }))
    )
  const count = (chunk: ReadonlyArray<BucketRow>) => {
    for (const bucket of chunk) counted.add(bucketIdentity(bucket))
    return refreshes.write(key, runner, chunk, { processed: counted.size, total: Math.max(total, counted.size) })
  }
  // the first rows are on the page before the gateway is put to work on statistics
  yield* named(names.slice(0, firstNames))
  const slow = yield* Effect.forkChild(Effect.delay(Effect.suspend(() => named(names.slice(firstNames))), patience))
  // the gateway works on the next chunk while this one is written
  yield* statistics.pipe(Stream.buffer({ capacity: 4 }), Stream.runForEach(count))
  yield* Fiber.interrupt(slow)
  // what has no statistics is there all the same
  yield* named(names.filter((bucket) => !counted.has(bucketIdentity(bucket))))
})
