import { Effect } from "effect"
import {
  type BucketListingEvent,
  type BucketQuery,
  type ListingState,
  queryKey
} from "#domain/buckets/BucketListing.ts"
import {
  formatPosition,
  type ListingPosition,
  parsePosition,
  positionsBetween
} from "#domain/buckets/listingPosition.ts"
import type { ListingUpdate } from "#services/buckets/BucketListings.ts"
import type { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"

export interface FeedReader {
  readonly query: BucketQuery
  after: ListingPosition | null
  readonly deliver: (news: ListingUpdate) => void
}

interface PageReaders {
  readonly query: BucketQuery
  readonly readers: Set<FeedReader>
  first: ListingUpdate | null
}

/** `position`: what `pages` have received; null before the first read. */
export interface Feed {
  readonly key: string
  readonly pages: Map<string, PageReaders>
  readonly joining: Set<FeedReader>
  position: ListingPosition | null
  listing: ListingState | null
  announced: number
  forced: boolean
}

export const makeFeed = (key: string): Feed => ({
  key,
  pages: new Map(),
  joining: new Set(),
  position: null,
  listing: null,
  announced: 0,
  forced: false
})

export const makeReader = (query: BucketQuery, after: string | null, deliver: FeedReader["deliver"]): FeedReader => ({
  query,
  after: parsePosition(after),
  deliver
})

export const removeReader = (feed: Feed, reader: FeedReader): void => {
  feed.joining.delete(reader)
  const text = queryKey(reader.query)
  const page = feed.pages.get(text)
  page?.readers.delete(reader)
  if (page?.readers.size === 0) feed.pages.delete(text)
}

const newestVersion = ({ announced, joining }: Feed) =>
  Math.max(announced, ...Array.from(joining, ({ after }) => after?.version ?? 0))

export const isDeserted = (feed: Feed): boolean => feed.pages.size === 0 && feed.joining.size === 0

const addToPage = (feed: Feed, reader: FeedReader, news: ListingUpdate) => {
  // it may have left during the read
  if (!feed.joining.delete(reader)) return
  const text = queryKey(reader.query)
  const page = feed.pages.get(text) ?? { query: reader.query, readers: new Set<FeedReader>(), first: null }
  feed.pages.set(text, page)
  page.readers.add(reader)
  reader.deliver(news)
}

const numberEvents = (
  events: ReadonlyArray<BucketListingEvent>,
  from: ListingPosition,
  to: ListingPosition
): ListingUpdate => {
  const ids = positionsBetween(from, to, events.length)
  return events.map((event, index) => ({ id: formatPosition(ids[index] ?? to), ...event }))
}

const advancePosition = ({ count, version }: ListingPosition, messages: number): ListingPosition => ({
  version,
  count: count + messages
})

/** New readers get the feed's position although their page may be newer: messages may repeat rows. */
export const serveFeed = (snapshots: BucketSnapshots["Service"]) => {
  const pageOf = (feed: Feed, query: BucketQuery) => snapshots.page(feed.key, query)

  const restart = (feed: Feed) => {
    for (const { readers } of feed.pages.values()) {
      for (const reader of readers) {
        reader.after = null
        feed.joining.add(reader)
      }
    }
    feed.pages.clear()
    feed.position = null
  }

  const advance = Effect.fnUntraced(function* (feed: Feed, from: ListingPosition) {
    feed.forced = false
    const changes = yield* snapshots.changesSince(feed.key, from.version)
    if (changes === null) return restart(feed)
    const { completed, events, listing } = changes
    const pages = [...feed.pages.values()]
    // read everything first: a failed read is repeated, and no reader receives a part twice
    const read = completed ? yield* Effect.forEach(pages, ({ query }) => pageOf(feed, query), { concurrency: 4 }) : []
    const messages = events.length + (completed ? 2 : 0)
    const to = listing.version > from.version ? { version: listing.version, count: 0 } : advancePosition(from, messages)
    const ids = positionsBetween(from, to, messages).map(formatPosition)
    const common = events.map((event, index) => ({ id: ids[index] ?? "", ...event }))
    feed.position = to
    feed.listing = listing
    pages.forEach((page, index) => {
      page.first = null
      const result = read[index]
      const news =
        result === undefined
          ? common
          : [
              ...common,
              { id: ids[events.length] ?? "", event: "result" as const, data: result },
              { id: ids[events.length + 1] ?? "", event: "done" as const, data: { listing } }
            ]
      for (const reader of page.readers) reader.deliver(news)
    })
  })

  const sendFirstPage = Effect.fnUntraced(function* (
    feed: Feed,
    query: BucketQuery,
    readers: ReadonlyArray<FeedReader>
  ) {
    let first = feed.pages.get(queryKey(query))?.first ?? null
    if (first === null) {
      const page = yield* pageOf(feed, query)
      feed.position ??= { version: page.listing.version, count: 0 }
      feed.listing ??= page.listing
      first = [{ id: formatPosition(feed.position), event: "result", data: page }]
    }
    for (const reader of readers) addToPage(feed, reader, first)
    const page = feed.pages.get(queryKey(query))
    if (page !== undefined) page.first = first
  })

  const catchUp = Effect.fnUntraced(function* (
    feed: Feed,
    query: BucketQuery,
    after: ListingPosition,
    readers: ReadonlyArray<FeedReader>
  ) {
    const changes = yield* snapshots.changesSince(feed.key, after.version)
    if (changes === null) return yield* sendFirstPage(feed, query, readers)
    const { completed, listing } = changes
    const events = completed
      ? [
          ...changes.events,
          { event: "result" as const, data: yield* pageOf(feed, query) },
          { event: "done" as const, data: { listing } }
        ]
      : changes.events
    feed.position ??= { version: listing.version, count: 0 }
    feed.listing ??= listing
    if (feed.position.version === after.version) {
      const from = { version: after.version, count: Math.max(feed.position.count, after.count) }
      feed.position = advancePosition(from, events.length)
      after = from
    }
    const news = numberEvents(events, after, feed.position)
    for (const reader of readers) addToPage(feed, reader, news)
  })

  const join = Effect.fnUntraced(function* (feed: Feed) {
    const groups = Map.groupBy(
      feed.joining,
      ({ after, query }) => `${after === null ? "" : formatPosition(after)} ${queryKey(query)}`
    )
    for (const readers of groups.values()) {
      const [{ after, query }] = readers as [FeedReader, ...Array<FeedReader>]
      yield* after === null ? sendFirstPage(feed, query, readers) : catchUp(feed, query, after, readers)
    }
  })

  return Effect.fnUntraced(function* (feed: Feed) {
    const { position } = feed
    // a reader from another replica may be ahead of this process
    if (position !== null && (feed.forced || newestVersion(feed) > position.version)) yield* advance(feed, position)
    const joined = feed.joining.size > 0
    if (joined) yield* join(feed)
    return joined
  })
}
