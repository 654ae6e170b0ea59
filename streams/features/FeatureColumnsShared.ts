import { Cause, Deferred, Duration, Effect, FiberSet, Layer, Stream } from "effect"
import { isUnpaged } from "#domain/platform/Paging.ts"
import { queryKey } from "#domain/buckets/BucketListing.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { percentOf } from "#domain/usage/Usage.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import {
  FeatureColumns,
  type FeatureMessage,
  type FeatureUpdate,
  type FeatureQuestion,
  type FeaturesRead,
  type ReadColumn
} from "#services/buckets/features/FeatureColumns.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { completenessOf, type ListingCompleteness } from "#domain/platform/ListingState.ts"
import type { Board, ColumnDemand } from "./featureBoard.ts"
import { featureBoards } from "./featureBoards.ts"
import { rowTextOf } from "./featureRowText.ts"

/** Delay before the names of a changed listing are read again: it changes often during a refresh. */
const NAMES_READ_DELAY = Duration.seconds(1)
const ROWS_PER_MESSAGE = 500

const isSameCompleteness = (one: ListingCompleteness | null, other: ListingCompleteness): boolean =>
  one !== null &&
  one.state === other.state &&
  one.stale === other.stale &&
  one.last_error?.detail === other.last_error?.detail

interface Group {
  readonly key: string
  readonly listingKey: string
  readonly question: FeatureQuestion
  readonly board: Board
  readonly want: ColumnDemand
  readonly readers: Set<(news: FeatureUpdate) => void>
  listing: ListingCompleteness | null
  messageCount: number
  percent: number
  first: FeatureUpdate | null
  looking: boolean
}

const make = Effect.gen(function* () {
  const listings = yield* BucketListings
  const live = yield* LiveEvents
  const boards = yield* featureBoards
  const run = yield* FiberSet.makeRuntime<never>()
  const groups = new Map<string, Group>()

  const message = (group: Group, event: FeatureMessage["event"], text: string): FeatureMessage => ({
    id: String(++group.messageCount),
    event,
    text
  })

  const rowsOf = (group: Group, names: Iterable<string>): ReadonlyArray<FeatureMessage> => {
    const {
      board,
      question: { face, features }
    } = group
    const texts: Array<string> = []
    for (const name of names) {
      const cells = board.cells.get(name)
      const text = cells === undefined ? "" : rowTextOf[face](name, features, cells)
      if (text !== "") texts.push(text)
    }
    const messages: Array<FeatureMessage> = []
    for (let at = 0; at < texts.length; at += ROWS_PER_MESSAGE)
      messages.push(message(group, "rows", `{"rows":[${texts.slice(at, at + ROWS_PER_MESSAGE).join(",")}]}`))
    return messages
  }

  const progressMessages = (group: Group): ReadonlyArray<FeatureMessage> => {
    const {
      board,
      listing,
      question: { features },
      want: { incomplete, names }
    } = group
    const total = names?.size ?? 0
    const processed = total - incomplete.size
    group.percent = Math.max(group.percent, total === 0 ? 100 : percentOf(processed, total))
    const progress = message(
      group,
      "progress",
      JSON.stringify({ stage: "features", processed, total, percent: group.percent })
    )
    if (incomplete.size > 0) return [progress]
    let unavailable = 0
    for (const name of names ?? [])
      for (const feature of features)
        if ((board.cells.get(name)?.get(feature)?.problem ?? null) !== null) unavailable += 1
    return [progress, message(group, "done", JSON.stringify({ buckets: total, unavailable, listing }))]
  }

  const notify = (group: Group) => {
    const { want } = group
    group.first = null
    const news = [...rowsOf(group, want.fresh), ...(want.isComplete ? [] : progressMessages(group))]
    want.fresh.clear()
    want.isComplete = want.incomplete.size === 0
    if (news.length > 0) for (const deliver of group.readers) deliver(news)
  }

  const initialMessages = (group: Group): FeatureUpdate => {
    group.first ??= group.want.names === null ? [] : [...rowsOf(group, group.want.names), ...progressMessages(group)]
    return group.first
  }

  const setNames = (group: Group, names: ReadonlyArray<string>, listing: ListingCompleteness) => {
    const { board, want } = group
    const before = want.names
    const previousListing = group.listing
    group.listing = listing
    want.names = new Set(names)
    for (const name of before ?? []) {
      if (want.names.has(name)) continue
      want.incomplete.delete(name)
      want.fresh.delete(name)
      // a bucket recreated under this name starts empty
      board.cells.delete(name)
    }
    boards.serve(board, want)
    group.first = null
    if (before === null) {
      for (const deliver of group.readers) deliver(initialMessages(group))
      want.isComplete = want.incomplete.size === 0
    } else if (
      want.incomplete.size > 0 ||
      before.size !== want.names.size ||
      !isSameCompleteness(previousListing, listing)
    ) {
      want.isComplete = false
      notify(group)
    }
  }

  const whileActive = (group: Group, work: (group: Group) => Effect.Effect<void>) =>
    Effect.suspend(() => (groups.get(group.key) === group ? work(group) : Effect.void))

  const readNames = (group: Group): Effect.Effect<void> =>
    Effect.orDie(listings.page(group.listingKey, group.question.query)).pipe(
      Effect.flatMap(({ items, listing }) =>
        whileActive(group, () =>
          Effect.sync(() =>
            setNames(
              group,
              items.map(({ name }) => name),
              completenessOf(listing)
            )
          )
        )
      ),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : Effect.logWarning("The names of a listing wait: they could not be read", cause).pipe(
              Effect.andThen(Effect.delay(whileActive(group, readNames), NAMES_READ_DELAY))
            )
      )
    )

  const readNamesSoon = (group: Group) => {
    if (group.looking) return
    group.looking = true
    run(
      Effect.delay(
        Effect.suspend(() => {
          group.looking = false
          return whileActive(group, readNames)
        }),
        NAMES_READ_DELAY
      )
    )
  }

  const makeGroup = (key: string, context: ResolvedContext, question: FeatureQuestion): Group => {
    const want: ColumnDemand = {
      features: question.features,
      names: null,
      incomplete: new Set(),
      fresh: new Set(),
      isComplete: false,
      notify: () => notify(group)
    }
    const group: Group = {
      key,
      listingKey: context.listingKey,
      question,
      board: boards.join(context, want),
      want,
      readers: new Set(),
      listing: null,
      messageCount: 0,
      percent: 0,
      first: null,
      looking: false
    }
    groups.set(key, group)
    run(readNames(group))
    return group
  }

  const follow: FeatureColumns["Service"]["follow"] = (context, question, deliver) => {
    const key = JSON.stringify([
      context.listingKey,
      context.context.id,
      question.face,
      question.features,
      queryKey(question.query),
      isUnpaged(question.query)
    ])
    const there = groups.get(key)
    const group = there ?? makeGroup(key, context, question)
    group.readers.add(deliver)
    if (question.again === true) {
      boards.retry(group.board, question.features)
      group.first = null
    }
    if (there !== undefined) {
      const open = group.want.incomplete.size
      boards.serve(group.board, group.want)
      // cells that are too old are read again, which changes the messages
      if (group.want.incomplete.size !== open) group.first = null
      if (group.want.names !== null) deliver(initialMessages(group))
    }
    return () => {
      group.readers.delete(deliver)
      if (group.readers.size > 0 || groups.get(key) !== group) return
      groups.delete(key)
      boards.leave(group.board, group.want)
    }
  }

  const readAll = (context: ResolvedContext, buckets: ReadonlyArray<string>, features: ReadonlyArray<ReadColumn>) =>
    Effect.scoped(
      Effect.gen(function* () {
        const all = yield* Deferred.make<void>()
        const want: ColumnDemand = {
          features,
          names: new Set(buckets),
          incomplete: new Set(),
          fresh: new Set(),
          isComplete: false,
          notify: () => {
            want.fresh.clear()
            if (want.incomplete.size === 0) Deferred.doneUnsafe(all, Effect.void)
          }
        }
        const board = yield* Effect.acquireRelease(
          Effect.sync(() => boards.join(context, want)),
          (joined) => Effect.sync(() => boards.leave(joined, want))
        )
        boards.serve(board, want)
        if (want.incomplete.size > 0) yield* Deferred.await(all)
        return buckets.map((name) => [name, [...(board.cells.get(name) ?? [])]] as const)
      })
    )

  const read = Effect.fn("FeatureColumns.read")(
    (context: ResolvedContext, buckets: ReadonlyArray<string>, features: ReadonlyArray<FeatureName>) =>
      Effect.map(
        readAll(context, buckets, features),
        (found): FeaturesRead =>
          new Map(
            found.map(([name, cells]) => [
              name,
              new Map(
                cells.flatMap(([column, { feature }]) =>
                  column === "exposure" || feature === null ? [] : [[column, feature]]
                )
              )
            ])
          )
      )
  )

  const exposures = Effect.fn("FeatureColumns.exposures")((context: ResolvedContext, buckets: ReadonlyArray<string>) =>
    Effect.map(readAll(context, buckets, ["exposure"]), (found) =>
      found.flatMap(([, cells]) => cells.flatMap(([, { exposure }]) => (exposure === null ? [] : [exposure])))
    )
  )

  yield* Effect.forkScoped(
    live.changes.pipe(
      Stream.runForEach((event) =>
        Effect.sync(() => {
          if (event._tag !== "ListingChanged" && event._tag !== "Resync") return
          for (const group of groups.values())
            if (event._tag === "Resync" || group.listingKey === event.key) readNamesSoon(group)
        })
      )
    )
  )

  return FeatureColumns.of({ follow, read, exposures })
})

export const FeatureColumnsShared = Layer.effect(FeatureColumns, make)
