import { Context, type Effect } from "effect"
import type { Unavailable } from "#domain/platform/errors/Errors.ts"
import type {
  BucketListingEvent,
  BucketPage,
  BucketQuery,
  BucketRow,
  ListingState
} from "#domain/buckets/BucketListing.ts"

/** Listing event; `id` is the position of a reader: see listingPosition.ts. */
export type ListingMessage = BucketListingEvent & { readonly id: string }

/** Batch shared by all readers, so that its encoding can be cached with it. */
export type ListingUpdate = ReadonlyArray<ListingMessage>

/**
 * Bucket listings from snapshots, without gateway calls. Old snapshots are refreshed in the background, once for all
 * readers and processes.
 */
export class BucketListings extends Context.Service<
  BucketListings,
  {
    /**
     * The first read waits up to 5 s for rows, a whole listing up to 60 s for the end of the refresh. The response
     * states its completeness. 503 for whole listings while memory is short.
     */
    readonly page: (key: string, query: BucketQuery) => Effect.Effect<BucketPage, Unavailable>
    /**
     * Refreshes those of the listings that are older than 30 minutes, and waits for the first rows of new ones, or with
     * `whole` for the end of their refresh. True if it waited.
     */
    readonly prepare: (states: ReadonlyMap<string, ListingState>, whole: boolean) => Effect.Effect<boolean>
    readonly bucket: (key: string, name: string) => Effect.Effect<BucketRow | null>
    readonly refresh: (key: string) => Effect.Effect<void>
    /**
     * Delivers the page and then every change; refreshes old listings. With the id `after`, delivers the changes since.
     * All followers share the messages. Returns the function that stops it; `deliver` must not throw.
     */
    readonly follow: (
      key: string,
      query: BucketQuery,
      after: string | null,
      deliver: (news: ListingUpdate) => void
    ) => () => void
    readonly created: (key: string, row: BucketRow) => Effect.Effect<void>
    readonly removed: (key: string, name: string) => Effect.Effect<void>
  }
>()("stowage/services/buckets/BucketListings") {}
