import { Effect, type Fiber, FiberSet, Layer, Queue, Stream } from "effect"
import { percentOf } from "#domain/usage/Usage.ts"
import type { LiveEvent } from "#domain/platform/LiveEvent.ts"
import type { WorkbenchRequest } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import type { WorkbenchPage } from "#domain/buckets/workbench/WorkbenchRow.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import { BucketWorkbench, hasParts } from "#services/buckets/workbench/BucketWorkbench.ts"
import { WorkbenchFeeds, type WorkbenchMessage } from "#services/buckets/workbench/WorkbenchFeeds.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"

const BATCH_INTERVAL = "500 millis"

type Reader = (messages: ReadonlyArray<WorkbenchMessage>) => void

interface Feed {
  readonly scope: WorkbenchScope
  readonly request: WorkbenchRequest
  readonly readers: Set<Reader>
  readonly changes: Queue.Queue<void>
  parts: "none" | "outdated" | "reading" | "again" | "read"
  page: WorkbenchPage | null
  isDone: boolean
  percent: number
  count: number
  fiber: Fiber.Fiber<void> | null
}

const concerns = ({ scope: { contexts, userId } }: Feed, event: LiveEvent): boolean => {
  switch (event._tag) {
    case "Resync":
      return true
    case "ListingChanged":
    case "FeatureChanged":
      return contexts.some(({ key }) => key === event.key)
    case "WorkbenchChanged":
      return (
        event.place === `user:${userId}` ||
        contexts.some(({ key, place }) => key === event.place || place === event.place)
      )
    default:
      return false
  }
}

const make = Effect.gen(function* () {
  const workbench = yield* BucketWorkbench
  const live = yield* LiveEvents
  const run = yield* FiberSet.makeRuntime<never>()
  const feeds = new Map<string, Feed>()

  const message = (feed: Feed, event: WorkbenchMessage["event"], data: unknown): WorkbenchMessage => ({
    id: String(++feed.count),
    event,
    text: JSON.stringify(data)
  })

  const progressOf = (feed: Feed, { items, listing, total_all }: WorkbenchPage) => {
    const cells = items.flatMap(({ features, params }) => [
      ...Object.values(features ?? {}),
      ...Object.values(params ?? {})
    ])
    const isRefresh = listing.refreshing || cells.length === 0
    const processed = isRefresh
      ? items.filter(({ stats_available }) => stats_available).length
      : cells.filter((cell) => cell?.state !== "unknown").length
    const total = isRefresh ? items.length : cells.length
    feed.percent = Math.max(feed.percent, total === 0 || total_all === 0 ? 0 : percentOf(processed, total))
    return { stage: isRefresh ? "statistics" : "features", processed, total, percent: feed.percent }
  }

  const messagesOf = (feed: Feed, page: WorkbenchPage): ReadonlyArray<WorkbenchMessage> => {
    const { page: before } = feed
    feed.page = page
    const wasDone = feed.isDone
    feed.isDone = !page.listing.refreshing && (feed.parts === "none" || feed.parts === "read")
    const isSameWindow =
      before !== null &&
      before.total === page.total &&
      before.items.length === page.items.length &&
      before.items.every(({ id }, index) => id === page.items[index]?.id)
    const messages: Array<WorkbenchMessage> = []
    if (!isSameWindow || (feed.isDone && !wasDone)) messages.push(message(feed, "result", page))
    else {
      const rows = page.items.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before.items[index]))
      if (rows.length > 0) messages.push(message(feed, "rows", { rows }))
    }
    if (!feed.isDone) messages.push(message(feed, "progress", progressOf(feed, page)))
    else if (!wasDone) messages.push(message(feed, "done", { total: page.total }))
    return messages
  }

  const readPage = (feed: Feed) =>
    workbench.snapshot(feed.scope, feed.request).pipe(
      Effect.map((page) => {
        const messages = messagesOf(feed, page)
        if (messages.length > 0) for (const deliver of feed.readers) deliver(messages)
      }),
      Effect.catchCause((cause) =>
        Effect.logWarning("A page of a bucket workbench waits for the next change: it could not be read", cause)
      )
    )

  const readParts = (feed: Feed) =>
    Effect.suspend(() => workbench.readParts(feed.scope, feed.request, feed.page?.items ?? [])).pipe(
      Effect.catchCause((cause) => Effect.logWarning("Features of a bucket workbench could not be read", cause)),
      Effect.ensuring(
        Effect.sync(() => {
          feed.parts = feed.parts === "again" ? "outdated" : "read"
          Queue.offerUnsafe(feed.changes, undefined)
        })
      )
    )

  const serve = (feed: Feed): Effect.Effect<void> =>
    Effect.forever(
      Effect.gen(function* () {
        yield* readPage(feed)
        if (feed.parts === "outdated") {
          feed.parts = "reading"
          yield* Effect.forkChild(readParts(feed))
        }
        yield* Queue.take(feed.changes)
        yield* Effect.sleep(BATCH_INTERVAL)
        yield* Queue.clear(feed.changes)
      })
    )

  const noteChange = (feed: Feed): void => {
    if (feed.parts === "read") feed.parts = "outdated"
    if (feed.parts === "reading") feed.parts = "again"
    Queue.offerUnsafe(feed.changes, undefined)
  }

  yield* Effect.forkScoped(
    Stream.runForEach(live.changes, (event) =>
      Effect.sync(() => {
        for (const feed of feeds.values()) if (concerns(feed, event)) noteChange(feed)
      })
    )
  )

  const follow: WorkbenchFeeds["Service"]["follow"] = (scope, request, deliver) => {
    const { contexts, userId, workbench: id } = scope
    const key = JSON.stringify([id, userId, contexts.map(({ context_id, key }) => [context_id, key]), request])
    const running = feeds.get(key)
    const feed: Feed = running ?? {
      scope,
      request,
      readers: new Set(),
      changes: Effect.runSync(Queue.sliding<void>(1)),
      parts: hasParts(scope, request) ? "outdated" : "none",
      page: null,
      isDone: false,
      percent: 0,
      count: 0,
      fiber: null
    }
    feed.readers.add(deliver)
    if (running === undefined) {
      feeds.set(key, feed)
      feed.fiber = run(serve(feed))
    } else if (feed.page !== null) {
      deliver([
        message(feed, "result", feed.page),
        ...(feed.isDone ? [message(feed, "done", { total: feed.page.total })] : [])
      ])
    }
    return () => {
      feed.readers.delete(deliver)
      if (feed.readers.size > 0 || feeds.get(key) !== feed) return
      feeds.delete(key)
      feed.fiber?.interruptUnsafe()
    }
  }

  return WorkbenchFeeds.of({ follow })
})

export const WorkbenchFeedsShared = Layer.effect(WorkbenchFeeds, make)
