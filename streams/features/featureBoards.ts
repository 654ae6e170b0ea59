import {
  Cause,
  Clock,
  DateTime,
  Duration,
  Effect,
  type Fiber,
  FiberSet,
  Result,
  Schedule,
  Semaphore,
  Stream
} from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Unavailable } from "#domain/platform/errors/Errors.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import { exposureDocuments, exposureRow } from "#domain/buckets/features/ExposureRow.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import { readFeature } from "#domain/buckets/features/readFeature.ts"
import type { OpenLinks } from "#domain/buckets/policies/OpenLinks.ts"
import { MAX_CONCURRENCY } from "#domain/platform/work/adaptiveConcurrency.ts"
import { type DocumentRead, FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import type { ReadColumn } from "#services/buckets/features/FeatureColumns.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { type PolicyEvaluation, PolicyEvaluator } from "#services/buckets/policies/PolicyEvaluator.ts"
import { ShareListings } from "#services/objects/shares/ShareListings.ts"
import {
  type Board,
  addDemand,
  documentsOf,
  invalidateFeature,
  invalidateExposure,
  invalidateProblems,
  type CachedFeatures,
  removeDemand,
  makeBoard,
  storeReadings,
  takeNextBucket,
  updateLinks,
  type ColumnDemand
} from "./featureBoard.ts"

const BATCH_INTERVAL = Duration.millis(100)
const CHECK_INTERVAL = Duration.seconds(30)
/** Multiple of the maximum age at which cells are refreshed while they are displayed. */
const DISPLAYED_SLACK = 5
const UNUSED_TTL_MS = 60_000

const failedAll = (reads: ReadonlyArray<DocumentRead>) =>
  reads.every(
    (read) =>
      Result.isFailure(read) &&
      read.failure._tag !== "NotFound" &&
      (read.failure._tag !== "StorageError" || (read.failure.storage_status ?? 500) >= 500)
  )

const knownOf = (feature: FeatureName, read: DocumentRead, at: number): CachedFeatures => {
  const made = readFeature(featureOf(feature), read, at)
  const { problem, state, summary } = made
  return { at, text: JSON.stringify({ state, summary, problem }), problem, feature: made, exposure: null }
}

const missing: DocumentRead = Result.succeed(null)

const columnOf = Effect.fnUntraced(function* (
  { evaluate }: PolicyEvaluation,
  { s3 }: ResolvedContext,
  bucket: string,
  column: ReadColumn,
  read: (part: FeatureName) => DocumentRead,
  at: number,
  links: OpenLinks | null
) {
  if (column !== "exposure") return knownOf(column, read(column), at)
  const reads = {
    policy: read("policy"),
    public_access_block: read("public_access_block"),
    acl: read("acl"),
    website: read("website")
  }
  const row = exposureRow(
    bucket,
    reads,
    yield* evaluate("exposure", { bucket, dialect: dialectOf(s3.url), links, ...exposureDocuments(reads) }),
    at
  )
  const known: CachedFeatures = { at, text: JSON.stringify(row), problem: row.problem, feature: null, exposure: row }
  return known
})

export const featureBoards = Effect.gen(function* () {
  const store = yield* FeatureStore
  const evaluation = yield* PolicyEvaluator
  const live = yield* LiveEvents
  const shares = yield* ShareListings
  const clock = yield* Clock.Clock
  const run = yield* FiberSet.makeRuntime<never>()
  const boards = new Map<string, Board>()
  const workersByBoard = new Map<Board, Set<Fiber.Fiber<void>>>()
  const notifying = new Set<Board>()
  const oneReader = Semaphore.makeUnsafe(1)
  const now = () => clock.currentTimeMillisUnsafe()

  const notify = (board: Board) => {
    for (const want of board.wants) if (want.fresh.size > 0) want.notify()
  }

  const notifySoon = (board: Board) => {
    if (notifying.has(board)) return
    notifying.add(board)
    run(
      Effect.delay(
        Effect.sync(() => {
          notifying.delete(board)
          notify(board)
        }),
        BATCH_INTERVAL
      )
    )
  }

  const readLinks = (board: Board) =>
    Effect.flatMap(DateTime.now, (moment) => shares.open(board.context.context.id, moment))

  const linksOf = (board: Board) =>
    oneReader.withPermits(1)(
      Effect.suspend(() =>
        board.links === null
          ? Effect.tap(readLinks(board), (links) =>
              Effect.sync(() => {
                board.links = links
              })
            )
          : Effect.succeed(board.links)
      )
    )

  const refreshLinks = Effect.suspend(() =>
    Effect.forEach(
      [...boards.values()].filter(({ links, wants }) => links !== null && wants.size > 0),
      (board) =>
        Effect.map(readLinks(board), (links) => {
          updateLinks(board, links)
          start(board)
        }),
      { discard: true }
    )
  ).pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.logWarning("Open links could not be read again", cause)
    )
  )

  const readOne = Effect.fnUntraced(function* (board: Board, bucket: string, columns: ReadonlyArray<ReadColumn>) {
    const { context } = board
    // columns share documents: each is read once
    const features = [...new Set(columns.flatMap(documentsOf))]
    const reading = Effect.flatMap(store.readSome(context, bucket, features), (reads) =>
      failedAll(reads) ? Effect.fail(reads) : Effect.succeed(reads)
    )
    const reads = yield* board.pacer
      .run(reading, () => features.length > 1)
      .pipe(
        Effect.catch((failed) => Effect.succeed(failed)),
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause)
            : Effect.as(
                Effect.logError("The features of a bucket could not be read", cause),
                features.map(
                  (): DocumentRead => Result.fail(new Unavailable({ detail: "A fault of ours, which is logged" }))
                )
              )
        )
      )
    const links = columns.includes("exposure") ? ((yield* linksOf(board)).get(bucket) ?? null) : null
    const at = now()
    storeReadings(
      board,
      bucket,
      yield* Effect.forEach(columns, (column) =>
        Effect.map(
          columnOf(evaluation, context, bucket, column, (part) => reads[features.indexOf(part)] ?? missing, at, links),
          (known) => [column, known] as const
        )
      )
    )
    notifySoon(board)
  })

  const work = (board: Board): Effect.Effect<void> =>
    Effect.suspend(() => {
      const next = takeNextBucket(board)
      return next === null ? Effect.void : Effect.andThen(readOne(board, ...next), work(board))
    })

  const start = (board: Board) => {
    const workers = workersByBoard.get(board) ?? new Set()
    workersByBoard.set(board, workers)
    for (let left = Math.min(MAX_CONCURRENCY - workers.size, board.pending.size); left > 0; left--) {
      const fiber = run(work(board))
      workers.add(fiber)
      fiber.addObserver(() => {
        workers.delete(fiber)
        if (workers.size > 0) return
        workersByBoard.delete(board)
        notify(board)
        if (board.pending.size > 0 && board.wants.size > 0) start(board)
      })
    }
  }

  const join = (context: ResolvedContext, want: ColumnDemand): Board => {
    const key = `${context.listingKey} ${context.context.id}`
    const board = boards.get(key) ?? makeBoard(context, now())
    boards.set(key, board)
    // the credential may have changed
    board.context = context
    board.wants.add(want)
    return board
  }

  const leave = (board: Board, want: ColumnDemand) => {
    removeDemand(board, want)
    board.usedAt = now()
    if (board.wants.size > 0) return
    for (const fiber of workersByBoard.get(board) ?? []) fiber.interruptUnsafe()
    board.reading.clear()
    board.again.clear()
  }

  const serve = (board: Board, want: ColumnDemand, slack = 1) => {
    addDemand(board, want, now(), slack)
    start(board)
  }

  const retry = (board: Board, columns: ReadonlyArray<ReadColumn>) => {
    invalidateProblems(board, columns, now())
    start(board)
  }

  const forgetFeature = (event: { readonly key: string; readonly bucket: string; readonly feature: string }) => {
    for (const board of boards.values()) {
      if (board.listingKey !== event.key) continue
      invalidateFeature(board, event.bucket, event.feature)
      start(board)
    }
  }

  const refreshBoards = Effect.sync(() => {
    for (const [key, board] of boards) {
      for (const want of board.wants) serve(board, want, DISPLAYED_SLACK)
      if (board.wants.size === 0 && now() - board.usedAt > UNUSED_TTL_MS) boards.delete(key)
    }
  })

  /** Unused boards read their links on the next use. */
  const linksChanged = Effect.andThen(
    Effect.sync(() => {
      for (const board of boards.values()) {
        if (board.wants.size > 0 || board.links === null) continue
        board.links = null
        invalidateExposure(board)
      }
    }),
    refreshLinks
  )

  const resync = Effect.sync(() => {
    for (const board of boards.values()) {
      board.cells.clear()
      board.links = null
      for (const want of board.wants) serve(board, want)
    }
  })

  yield* Effect.forkScoped(
    Effect.schedule(Effect.andThen(refreshLinks, refreshBoards), Schedule.spaced(CHECK_INTERVAL))
  )
  yield* Effect.forkScoped(
    live.changes.pipe(
      Stream.runForEach((event) =>
        event._tag === "FeatureChanged"
          ? Effect.sync(() => forgetFeature(event))
          : event._tag === "ShareChanged"
            ? linksChanged
            : event._tag === "Resync"
              ? resync
              : Effect.void
      )
    )
  )

  return { join, leave, serve, retry }
})
