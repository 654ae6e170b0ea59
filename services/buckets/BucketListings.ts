import { Context, type Effect } from "effect"
import type { Unavailable } from "#domain/platform/errors/Errors.ts"
import type { BucketListingEvent, BucketPage, BucketQuery, BucketRow } from "#domain/buckets/BucketListing.ts"

/** One message to whoever follows a listing. Its id says up to where a reader knows the listing: see listingPosition.ts. */
export type ListingMessage = BucketListingEvent & { readonly id: string }

/** What is handed out together. The same object to everybody, so that what is made of it can be kept with it. */
export type ListingNews = ReadonlyArray<ListingMessage>

/**
 * Bucket listings for readers. A page costs no gateway call: it comes from the snapshot; a snapshot that is too old
 * is refreshed behind it, once for all readers of all processes.
 */
export class BucketListings extends Context.Service<BucketListings, {
  /**
   * A listing that was never read is waited for: a page until its first rows are known (5 s at most), the whole listing
   * until the refresh ended (60 s at most). What is answered says how complete it is. A whole listing is not read while
   * memory is short.
   */
  readonly page: (key: string, query: BucketQuery) => Effect.Effect<BucketPage, Unavailable>
  /** A bucket of the snapshot; null when the snapshot has none. */
  readonly bucket: (key: string, name: string) => Effect.Effect<BucketRow | null>
  /** Starts a refresh even when the snapshot is young; does not wait for it. */
  readonly refresh: (key: string) => Effect.Effect<void>
  /**
   * Begins to hand out the page, then every change as it becomes known; a listing that gets too old meanwhile is refreshed.
   * All who follow one listing get the very same messages, read once. With `after`, the id of the last message that a
   * reader has, what came since instead of the page. Answers how to stop; `deliver` must not throw.
   */
  readonly follow: (key: string, query: BucketQuery, after: string | null, deliver: (news: ListingNews) => void) => () => void
  /** Our own changes, shown at once. */
  readonly created: (key: string, row: BucketRow) => Effect.Effect<void>
  readonly removed: (key: string, name: string) => Effect.Effect<void>
}>()("stowage/services/buckets/BucketListings") {}
