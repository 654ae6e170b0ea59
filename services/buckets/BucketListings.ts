import { Context, type Effect } from "effect"
import type { Unavailable } from "#domain/platform/errors/Errors.ts"
import type {
  BucketListingEvent,
  BucketPage,
  BucketQuery,
  BucketRow,
  ListingState
} from "#domain/buckets/BucketListing.ts"

export type ListingMessage = BucketListingEvent & { readonly id: string }

/** Shared by all readers, so that its encoding can be cached with it. */
export type ListingUpdate = ReadonlyArray<ListingMessage>

/** Reads snapshots; refreshes old ones in the background, once for all readers and processes. */
export class BucketListings extends Context.Service<
  BucketListings,
  {
    /** Waits up to 5 s for rows, for a whole listing up to 60 s. 503 for whole listings while memory is short. */
    readonly page: (key: string, query: BucketQuery) => Effect.Effect<BucketPage, Unavailable>
    /** Refreshes listings older than 30 minutes; waits for first rows, or for all with `whole`. True if it waited. */
    readonly prepare: (states: ReadonlyMap<string, ListingState>, awaitAllRows: boolean) => Effect.Effect<boolean>
    readonly bucket: (key: string, name: string) => Effect.Effect<BucketRow | null>
    readonly refresh: (key: string) => Effect.Effect<void>
    /** The page or the changes since `after`, then all changes. Returns the stop function; `deliver` must not throw. */
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
