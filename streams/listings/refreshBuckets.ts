import { Cause, Clock, Deferred, Duration, Effect, Exit, Fiber, Option, Pull, Queue, Stream } from "effect"
import type { BucketRow, ListingFault } from "#domain/buckets/BucketListing.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { bucketNamesOf, type BucketEntry } from "#services/buckets/bucketNames.ts"
import { BucketRefreshes, type ObservedBucket } from "#services/buckets/BucketRefreshes.ts"
import { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { Settings } from "#services/platform/Settings.ts"
import { bucketIdentity, bucketStatisticsOf, rowWithoutStatistics } from "./bucketStatisticsOf.ts"

const RENEWAL_INTERVAL = Duration.seconds(1)
/** About a screenful: shown before the rest is written. */
const FIRST_NAMES = 60
/** Small writes, so that events are not delayed. */
const NAMES_PER_WRITE = 500
const ESTIMATE_AFTER = Duration.millis(700)
/** If the estimate is longer, names are written first, without statistics. */
const MAX_STATISTICS_WAIT = Duration.seconds(5)
const MAX_ROWS_PER_WRITE = 2_000
const PAGES_PER_BATCH = 4
const BATCH_TIMEOUT = Duration.millis(500)
const PROGRESS_INTERVAL = Duration.seconds(1)
const MAX_PENDING_CHUNKS = 16

export const endsSoon = (received: number, total: number, elapsed: Duration.Duration): boolean =>
  received > 0 && Duration.toMillis(elapsed) * total <= Duration.toMillis(MAX_STATISTICS_WAIT) * received

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

/** Deletes missing rows only after success. A complete listing is read in the background until a reader waits. */
export const refreshBuckets = Effect.fn("refreshBuckets")(function* (key: string) {
  const refreshes = yield* BucketRefreshes
  // reading a large listing keeps its process busy
  const lease = Duration.times((yield* Settings).lease, 2)
  const runner = crypto.randomUUID()
  const wanted = yield* Deferred.make<void>()
  const renewLease = Effect.tap(refreshes.renewLease(key, runner, lease), (leaseState) =>
    leaseState === "wanted" ? Deferred.succeed(wanted, undefined) : Effect.void
  )
  const renewals = renewLease.pipe(
    Effect.delay(RENEWAL_INTERVAL),
    Effect.repeat({ while: (leaseState) => leaseState !== "lost" })
  )
  const reading = Effect.andThen(renewLease, read(key, runner, Deferred.await(wanted))).pipe(
    Effect.matchCauseEffect({
      onSuccess: (observedBuckets) => refreshes.complete(key, runner, observedBuckets),
      onFailure: (cause) => recordFailure(key, runner, cause)
    })
  )
  // uninterruptible: a lease from an interrupted acquisition would block others until it expires
  yield* Effect.acquireUseRelease(
    refreshes.begin(key, runner, lease),
    // a lost lease belongs to another runner: stop reading
    (acquired) => (acquired ? Effect.raceFirst(reading, renewals) : Effect.void),
    (acquired, exit) => (acquired && Exit.hasInterrupts(exit) ? refreshes.abandon(key, runner) : Effect.void)
  )
})

const recordFailure = Effect.fnUntraced(function* (
  key: string,
  runner: string,
  cause: Cause.Cause<GatewayFailure | NotFound>
) {
  const failure = Cause.findErrorOption(cause)
  const fault = Option.match(failure, {
    onNone: (): ListingFault => ({
      code: "internal",
      detail: "The refresh ended with a fault of ours, which is logged"
    }),
    onSome: faultOf
  })
  yield* (yield* BucketRefreshes).fail(key, runner, fault)
  const log = Option.isNone(failure) ? Effect.logError : Effect.logWarning
  yield* log("A listing could not be refreshed", cause).pipe(Effect.annotateLogs({ key, code: fault.code }))
})

const read = Effect.fnUntraced(function* (key: string, runner: string, wanted: Effect.Effect<void>) {
  const refreshes = yield* BucketRefreshes
  const isComplete = (yield* (yield* BucketSnapshots).state(key)).state === "complete"
  const context = yield* (yield* ExecutionContexts).forListing(key)
  const names = yield* bucketNamesOf(context)
  const total = names.length
  const received = yield* bucketStatisticsOf(context, names, { gentlyUntil: isComplete ? wanted : undefined })
  const statistics = isComplete
    ? received.pipe(
        Stream.groupedWithin(PAGES_PER_BATCH, BATCH_TIMEOUT),
        Stream.map((pages) => pages.flat())
      )
    : received
  const counted = new Map<string, ObservedBucket>()
  let measured = 0
  let lastProgressAt = -Infinity
  const write = Effect.fnUntraced(function* (rows: ReadonlyArray<BucketRow>, total: number) {
    const now = yield* Clock.currentTimeMillis
    const due = now - lastProgressAt >= Duration.toMillis(PROGRESS_INTERVAL)
    if (due) lastProgressAt = now
    yield* refreshes.write(key, runner, rows, { processed: counted.size, total, due })
  })
  const writeNames = (some: ReadonlyArray<BucketEntry>) =>
    Stream.fromIterable(some).pipe(
      Stream.grouped(isComplete ? MAX_ROWS_PER_WRITE : NAMES_PER_WRITE),
      Stream.runForEach((part) => write(part.map(rowWithoutStatistics), total))
    )
  const count = (chunk: ReadonlyArray<BucketRow>) => {
    for (const { name, tenant } of chunk) counted.set(bucketIdentity({ name, tenant }), { name, tenant })
    return write(chunk, Math.max(total, counted.size))
  }
  // write the first names before the gateway is busy with statistics
  yield* writeNames(names.slice(0, FIRST_NAMES))
  const others = Effect.suspend(() =>
    endsSoon(measured, total, ESTIMATE_AFTER) ? Effect.void : writeNames(names.slice(FIRST_NAMES))
  )
  const delayedNames = yield* Effect.forkChild(Effect.delay(others, ESTIMATE_AFTER))
  yield* inBatches(
    Stream.tap(statistics, (chunk) =>
      Effect.sync(() => {
        measured += chunk.length
      })
    ),
    count
  )
  yield* Fiber.interrupt(delayedNames)
  // buckets without statistics exist too
  const uncounted = names.filter((bucket) => !counted.has(bucketIdentity(bucket)))
  yield* writeNames(uncounted)
  return [...counted.values(), ...uncounted.map(({ name, tenant }): ObservedBucket => ({ name, tenant }))]
})

const inBatches = <A, E, E2, R, R2>(
  chunks: Stream.Stream<ReadonlyArray<A>, E, R>,
  handle: (batch: ReadonlyArray<A>) => Effect.Effect<void, E2, R2>
): Effect.Effect<void, E | E2, R | R2> =>
  Effect.gen(function* () {
    const queue = yield* Queue.bounded<ReadonlyArray<A>, Cause.Done>(MAX_PENDING_CHUNKS)
    const handling = Effect.gen(function* () {
      for (;;) {
        const batch = (yield* Queue.takeAll(queue)).flat()
        for (let at = 0; at < batch.length; at += MAX_ROWS_PER_WRITE)
          yield* handle(batch.slice(at, at + MAX_ROWS_PER_WRITE))
      }
    }).pipe(Pull.catchDone(() => Effect.void))
    const reading = Stream.runForEach(chunks, (chunk) => Queue.offer(queue, chunk))
    yield* Effect.all([Effect.andThen(reading, Queue.end(queue)), handling], { concurrency: 2 })
  })
