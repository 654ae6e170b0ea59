import { Cause, Clock, Deferred, Duration, Effect, Exit, Fiber, Option, Pull, Queue, Stream } from "effect"
import type { BucketRow, ListingFault } from "#domain/buckets/BucketListing.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { bucketNamesOf, type NamedBucket } from "#services/buckets/bucketNames.ts"
import { BucketRefreshes, type SeenBucket } from "#services/buckets/BucketRefreshes.ts"
import { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { Settings } from "#services/platform/Settings.ts"
import { bucketIdentity, bucketStatisticsOf, namedRow } from "./bucketStatisticsOf.ts"

/** How often it is prolonged, and looked whether somebody has begun to wait for what nobody did. */
const lookEvery = Duration.seconds(1)
/** About a screenful: the first rows of a large listing are on the page before the rest is written. */
const firstNames = 60
/** Names of one write: what is announced meanwhile is not kept waiting. */
const namesPerWrite = 500
/** Statistics bring their names along. After this time it is known how long all of them will take … */
const patience = Duration.millis(700)
/** … and if it is longer than this, the other names are written by themselves, so that the listing is whole before. */
const worthWaiting = Duration.seconds(5)
/** Rows of one write, at most: what the gateway told while the last write ran goes into one. */
const rowsPerWrite = 2_000
/** Pages of a gentle reading that are compared with what is known in one statement, and how long the first of them waits for the others. */
const pagesTogether = 4
const togetherWithin = Duration.millis(500)
/** How often readers hear how far a refresh is while no row changes. */
const tellEvery = Duration.seconds(1)
/** Chunks that may wait to be written; beyond them the gateway is not read on. */
const waiting = 16

/** Whether everything will be told soon: `told` of `total` are, after `elapsed`. */
export const endsSoon = (told: number, total: number, elapsed: Duration.Duration): boolean =>
  told > 0 && Duration.toMillis(elapsed) * total <= Duration.toMillis(worthWaiting) * told

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
 * what differs of each chunk written and announced at once. Does nothing when a refresh runs elsewhere. Rows that are gone from the
 * gateway go only when it ended well; after a failure the last known rows stay, marked stale. A listing that is known already is read
 * gently until somebody asks for it: nobody waits, and what others ask of the gateway, the database and this process goes first.
 */
export const refreshBuckets = Effect.fn("refreshBuckets")(function*(key: string) {
  const refreshes = yield* BucketRefreshes
  // a reading of a large listing keeps its process busy
  const lease = Duration.times((yield* Settings).lease, 2)
  const runner = crypto.randomUUID()
  const wanted = yield* Deferred.make<void>()
  const look = Effect.tap(refreshes.keep(key, runner, lease), (kept) => kept === "wanted" ? Deferred.succeed(wanted, undefined) : Effect.void)
  const keeping = look.pipe(Effect.delay(lookEvery), Effect.repeat({ while: (kept) => kept !== "lost" }))
  const reading = Effect.andThen(look, read(key, runner, Deferred.await(wanted))).pipe(
    Effect.matchCauseEffect({
      onSuccess: (seen) => refreshes.complete(key, runner, seen),
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

/** Reads and writes everything; answers what there is. `wanted` comes when somebody waits for it. */
const read = Effect.fnUntraced(function*(key: string, runner: string, wanted: Effect.Effect<void>) {
  const refreshes = yield* BucketRefreshes
  const known = (yield* (yield* BucketSnapshots).state(key)).state === "complete"
  const context = yield* (yield* ExecutionContexts).forListing(key)
  const names = yield* bucketNamesOf(context)
  const total = names.length
  const told = yield* bucketStatisticsOf(context, names, { gentlyUntil: known ? wanted : undefined })
  const statistics = known ? told.pipe(Stream.groupedWithin(pagesTogether, togetherWithin), Stream.map((pages) => pages.flat())) : told
  const counted = new Map<string, SeenBucket>()
  let measured = 0
  let lastTold = -Infinity
  const write = Effect.fnUntraced(function*(rows: ReadonlyArray<BucketRow>, total: number) {
    const now = yield* Clock.currentTimeMillis
    const due = now - lastTold >= Duration.toMillis(tellEvery)
    if (due) lastTold = now
    yield* refreshes.write(key, runner, rows, { processed: counted.size, total, due })
  })
  const named = (some: ReadonlyArray<NamedBucket>) =>
    // of a listing that is known there are few to write
    Stream.fromIterable(some).pipe(Stream.grouped(known ? rowsPerWrite : namesPerWrite), Stream.runForEach((part) => write(part.map(namedRow), total)))
  const count = (chunk: ReadonlyArray<BucketRow>) => {
    for (const { name, tenant } of chunk) counted.set(bucketIdentity({ name, tenant }), { name, tenant })
    return write(chunk, Math.max(total, counted.size))
  }
  // the first rows are on the page before the gateway is put to work on statistics
  yield* named(names.slice(0, firstNames))
  const others = Effect.suspend(() => endsSoon(measured, total, patience) ? Effect.void : named(names.slice(firstNames)))
  const slow = yield* Effect.forkChild(Effect.delay(others, patience))
  yield* inBatches(Stream.tap(statistics, (chunk) => Effect.sync(() => { measured += chunk.length })), count)
  yield* Fiber.interrupt(slow)
  // what has no statistics is there all the same
  const uncounted = names.filter((bucket) => !counted.has(bucketIdentity(bucket)))
  yield* named(uncounted)
  return [...counted.values(), ...uncounted.map(({ name, tenant }): SeenBucket => ({ name, tenant }))]
})

/** Hands on what comes: chunks that came while the last ones were dealt with, together. The reader runs ahead of the writer. */
const inBatches = <A, E, E2, R, R2>(
  chunks: Stream.Stream<ReadonlyArray<A>, E, R>,
  deal: (batch: ReadonlyArray<A>) => Effect.Effect<void, E2, R2>
): Effect.Effect<void, E | E2, R | R2> =>
  Effect.gen(function*() {
    const queue = yield* Queue.bounded<ReadonlyArray<A>, Cause.Done>(waiting)
    const dealing = Effect.gen(function*() {
      for (;;) {
        const batch = (yield* Queue.takeAll(queue)).flat()
        for (let at = 0; at < batch.length; at += rowsPerWrite) yield* deal(batch.slice(at, at + rowsPerWrite))
      }
    }).pipe(Pull.catchDone(() => Effect.void))
    const reading = Stream.runForEach(chunks, (chunk) => Queue.offer(queue, chunk))
    yield* Effect.all([Effect.andThen(reading, Queue.end(queue)), dealing], { concurrency: 2 })
  })
