import { Context, type Duration, type Effect } from "effect"
import type { BucketListingEvent, BucketQuery, BucketRow, ListingFault, ListingState } from "#domain/buckets/BucketListing.ts"
import type { Page } from "#domain/paging/Paging.ts"

/** How far a refresh is: buckets whose statistics are known, of how many. */
export interface RefreshProgress {
  readonly processed: number
  readonly total: number | null
}

/** What makes of a listing as it was known `listing`. */
export interface ListingChanges {
  readonly listing: ListingState
  /** A refresh ended well since. */
  readonly completed: boolean
  /** Oldest first; the state is always among them, last. */
  readonly events: ReadonlyArray<BucketListingEvent>
}

/** The snapshot of one listing as rows: written by the one refresh that runs, read by everybody. */
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
  /** Takes the lease of a refresh for `runner`; false while another runner holds one that has not lapsed. */
  readonly begin: (key: string, runner: string, lease: Duration.Duration) => Effect.Effect<boolean>
  /** Prolongs the lease; false when it was lost. */
  readonly keep: (key: string, runner: string, lease: Duration.Duration) => Effect.Effect<boolean>
  /** Rows as they become known; known statistics are kept where a row has none. Announces. */
  readonly write: (key: string, runner: string, rows: ReadonlyArray<BucketRow>, progress: RefreshProgress) => Effect.Effect<void>
  /** Ends a refresh well: rows that it did not see are gone. */
  readonly complete: (key: string, runner: string) => Effect.Effect<void>
  /** Ends a refresh badly: rows stay, marked stale. */
  readonly fail: (key: string, runner: string, fault: ListingFault) => Effect.Effect<void>
  /** Gives a lease back without an outcome: the process is stopping, another may refresh at once. */
  readonly abandon: (key: string, runner: string) => Effect.Effect<void>
  /** Changes of our own, outside any refresh. A refresh that began before does not bring back what was dropped. */
  readonly put: (key: string, row: BucketRow) => Effect.Effect<void>
  readonly drop: (key: string, name: string) => Effect.Effect<void>
}>()("stowage/services/buckets/BucketSnapshots") {}
