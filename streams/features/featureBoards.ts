import { Cause, Clock, DateTime, Duration, Effect, type Fiber, FiberSet, Result, Schedule, Semaphore, Stream } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Unavailable } from "#domain/platform/errors/Errors.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import { exposureDocuments, exposureRow } from "#domain/buckets/features/ExposureRow.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import { readFeature } from "#domain/buckets/features/readFeature.ts"
import type { OpenLinks } from "#domain/buckets/policies/OpenLinks.ts"
import { most } from "#domain/platform/work/pace.ts"
import { type DocumentRead, FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import type { ReadColumn } from "#services/buckets/features/FeatureColumns.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { type PolicyEvaluation, PolicyEvaluator } from "#services/buckets/policies/PolicyEvaluator.ts"
import { ShareListings } from "#services/objects/shares/ShareListings.ts"
import { type Board, demand, documentsOf, forget, forgetExposure, forgetProblems, type Known, leaveBoard, makeBoard, put, take, takeLinks, type Want } from "./featureBoard.ts"

/** Before what was read is told: whatever comes meanwhile goes along. */
const together = Duration.millis(100)
/** How often boards are looked over. */
const look = Duration.seconds(30)
/** While somebody watches, cells are read again when they are so many times older than they may be for a newcomer. */
const watched = 5
/** A board that nobody uses for so long is forgotten. Milliseconds. */
const kept = 60_000

const failedAll = (reads: ReadonlyArray<DocumentRead>) =>
  reads.every((read) => Result.isFailure(read) && read.failure._tag !== "NotFound" && (read.failure._tag !== "StorageError" || (read.failure.storage_status ?? 500) >= 500))

const knownOf = (feature: FeatureName, read: DocumentRead, at: number): Known => {
  const made = readFeature(featureOf(feature), read, at)
  const { problem, state, summary } = made
  return { at, text: JSON.stringify({ state, summary, problem }), problem, feature: made, exposure: null }
}

const missing: DocumentRead = Result.succeed(null)

/** A column as it is known from the documents that were read. */
const columnOf = Effect.fnUntraced(function*(
  { evaluate }: PolicyEvaluation, { s3 }: ResolvedContext, bucket: string, column: ReadColumn, read: (part: FeatureName) => DocumentRead, at: number, links: OpenLinks | null
) {
  if (column !== "exposure") return knownOf(column, read(column), at)
  const reads = { policy: read("policy"), public_access_block: read("public_access_block"), acl: read("acl"), website: read("website") }
  const row = exposureRow(bucket, reads, yield* evaluate("exposure", { bucket, dialect: dialectOf(s3.url), links, ...exposureDocuments(reads) }), at)
  const known: Known = { at, text: JSON.stringify(row), problem: row.problem, feature: null, exposure: row }
  return known
})

/** The boards of this process: what is wanted on them is read, bucket by bucket, by a few who end when nothing is left. */
export const featureBoards = Effect.gen(function*() {
  const store = yield* FeatureStore
  const evaluation = yield* PolicyEvaluator
  const live = yield* LiveEvents
  const shares = yield* ShareListings
  const clock = yield* Clock.Clock
  const run = yield* FiberSet.makeRuntime<never>()
  const boards = new Map<string, Board>()
  const busy = new Map<Board, Set<Fiber.Fiber<void>>>()
  const telling = new Set<Board>()
  const oneReader = Semaphore.makeUnsafe(1)
  const now = () => clock.currentTimeMillisUnsafe()

  const tell = (board: Board) => {
    for (const want of board.wants) if (want.fresh.size > 0) want.tell()
  }

  const tellSoon = (board: Board) => {
    if (telling.has(board)) return
    telling.add(board)
    run(Effect.delay(Effect.sync(() => {
      telling.delete(board)
      tell(board)
    }), together))
  }

  const readLinks = (board: Board) => Effect.flatMap(DateTime.now, (moment) => shares.open(board.context.context.id, moment))

  /** The open links of a board's context, read once for all of its buckets. */
  const linksOf = (board: Board) => oneReader.withPermits(1)(Effect.suspend(() => board.links === null
    ? Effect.tap(readLinks(board), (links) => Effect.sync(() => { board.links = links }))
    : Effect.succeed(board.links)))

  /** Reads them anew where the exposure is shown: links are made, are revoked and end. */
  const refreshLinks = Effect.suspend(() => Effect.forEach([...boards.values()].filter(({ links, wants }) => links !== null && wants.size > 0), (board) =>
    Effect.map(readLinks(board), (links) => {
      takeLinks(board, links)
      start(board)
    }), { discard: true })).pipe(
      Effect.catchCause((cause) => Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logWarning("Open links could not be read again", cause)))

  const readOne = Effect.fnUntraced(function*(board: Board, bucket: string, columns: ReadonlyArray<ReadColumn>) {
    const { context } = board
    // what several columns are made of is read once
    const features = [...new Set(columns.flatMap(documentsOf))]
    const reading = Effect.flatMap(store.readSome(context, bucket, features), (reads) => failedAll(reads) ? Effect.fail(reads) : Effect.succeed(reads))
    const reads = yield* board.pacer.run(reading, () => features.length > 1).pipe(
      Effect.catch((failed) => Effect.succeed(failed)),
      Effect.catchCause((cause) => Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.as(
        Effect.logError("The features of a bucket could not be read", cause),
        features.map((): DocumentRead => Result.fail(new Unavailable({ detail: "A fault of ours, which is logged" })))))
    )
    const links = columns.includes("exposure") ? (yield* linksOf(board)).get(bucket) ?? null : null
    const at = now()
    put(board, bucket, yield* Effect.forEach(columns, (column) => Effect.map(
      columnOf(evaluation, context, bucket, column, (part) => reads[features.indexOf(part)] ?? missing, at, links), (known) => [column, known] as const)))
    tellSoon(board)
  })

  const work = (board: Board): Effect.Effect<void> => Effect.suspend(() => {
    const next = take(board)
    return next === null ? Effect.void : Effect.andThen(readOne(board, ...next), work(board))
  })

  /** As many as there is something to do for; the pacer lets fewer of them go at a time. */
  const start = (board: Board) => {
    const workers = busy.get(board) ?? new Set()
    busy.set(board, workers)
    for (let left = Math.min(most - workers.size, board.pending.size); left > 0; left--) {
      const fiber = run(work(board))
      workers.add(fiber)
      fiber.addObserver(() => {
        workers.delete(fiber)
        if (workers.size > 0) return
        busy.delete(board)
        tell(board)
        // asked for at the very end
        if (board.pending.size > 0 && board.wants.size > 0) start(board)
      })
    }
  }

  const join = (context: ResolvedContext, want: Want): Board => {
    const key = `${context.listingKey} ${context.context.id}`
    const board = boards.get(key) ?? makeBoard(context, now())
    boards.set(key, board)
    // its credential may be another by now
    board.context = context
    board.wants.add(want)
    return board
  }

  const leave = (board: Board, want: Want) => {
    leaveBoard(board, want)
    board.usedAt = now()
    if (board.wants.size > 0) return
    for (const fiber of busy.get(board) ?? []) fiber.interruptUnsafe()
    board.reading.clear()
    board.again.clear()
  }

  /** Reads what a want lacks. */
  const serve = (board: Board, want: Want, slack = 1) => {
    demand(board, want, now(), slack)
    start(board)
  }

  /** What could not be read is read again. */
  const retry = (board: Board, columns: ReadonlyArray<ReadColumn>) => {
    forgetProblems(board, columns, now())
    start(board)
  }

  const changed = (event: { readonly key: string; readonly bucket: string; readonly feature: string }) => {
    for (const board of boards.values()) {
      if (board.listingKey !== event.key) continue
      forget(board, event.bucket, event.feature)
      start(board)
    }
  }

  const lookOver = Effect.sync(() => {
    for (const [key, board] of boards) {
      for (const want of board.wants) serve(board, want, watched)
      if (board.wants.size === 0 && now() - board.usedAt > kept) boards.delete(key)
    }
  })

  /** Boards that nobody uses now read theirs when they are used again. */
  const linksChanged = Effect.andThen(Effect.sync(() => {
    for (const board of boards.values()) {
      if (board.wants.size > 0 || board.links === null) continue
      board.links = null
      forgetExposure(board)
    }
  }), refreshLinks)

  const missed = Effect.sync(() => {
    for (const board of boards.values()) {
      board.cells.clear()
      board.links = null
      for (const want of board.wants) serve(board, want)
    }
  })

  yield* Effect.forkScoped(Effect.schedule(Effect.andThen(refreshLinks, lookOver), Schedule.spaced(look)))
  yield* Effect.forkScoped(live.changes.pipe(Stream.runForEach((event) => event._tag === "FeatureChanged"
    ? Effect.sync(() => changed(event))
    : event._tag === "ShareChanged" ? linksChanged : event._tag === "Resync" ? missed : Effect.void)))

  return { join, leave, serve, retry }
})
