import { Context, type Effect } from "effect"
import type { BucketListingEvent, BucketQuery, BucketRow, ListingState } from "#domain/buckets/BucketListing.ts"
import type { Page } from "#domain/platform/Paging.ts"

/** What makes of a listing as it was known `listing`. */
export interface ListingChanges {
  readonly listing: ListingState
  /** A refresh ended well since. */
  readonly completed: boolean
  /** Oldest first; the state is always among them, last. */
  readonly events: ReadonlyArray<BucketListingEvent>
}

/** The snapshots of listings as rows, as everybody reads them; what a refresh does with them is `BucketRefreshes`. */
export class BucketSnapshots extends Context.Service<BucketSnapshots, {
  readonly state: (key: string) => Effect.Effect<ListingState>
  /** Of many at once; one that nobody ever read is empty. */
  readonly states: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, ListingState>>
  readonly page: (key: string, query: BucketQuery) => Effect.Effect<Page<BucketRow> & { readonly listing: ListingState }>
  readonly row: (key: string, name: string) => Effect.Effect<BucketRow | null>
  /**
   * What changed after `version`; what an announcement sends a reader to fetch. Null when it cannot be told any more: then the
   * listing is read anew.
   */
  readonly changesSince: (key: string, version: number) => Effect.Effect<ListingChanges | null>
  /** Changes of our own, outside any refresh. A refresh that began before does not bring back what was dropped. */
  readonly put: (key: string, row: BucketRow) => Effect.Effect<void>
  /** The bucket is known to be gone: what is kept with it ends as well, its policy tests, its quarantine and the undoing of its history. */
  readonly drop: (key: string, name: string) => Effect.Effect<void>
}>()("stowage/services/buckets/BucketSnapshots") {}
