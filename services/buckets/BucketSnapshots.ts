import { Context, type Effect } from "effect"
import type { BucketListingEvent, BucketQuery, BucketRow, ListingState } from "#domain/buckets/BucketListing.ts"
import type { Page } from "#domain/platform/Paging.ts"

export interface ListingChanges {
  readonly listing: ListingState
  readonly completed: boolean
  readonly events: ReadonlyArray<BucketListingEvent>
}

export class BucketSnapshots extends Context.Service<
  BucketSnapshots,
  {
    readonly state: (key: string) => Effect.Effect<ListingState>
    readonly states: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, ListingState>>
    readonly page: (
      key: string,
      query: BucketQuery
    ) => Effect.Effect<Page<BucketRow> & { readonly listing: ListingState }>
    readonly row: (key: string, name: string) => Effect.Effect<BucketRow | null>
    /** Null when they are no longer known and the listing must be read again. */
    readonly changesSince: (key: string, version: number) => Effect.Effect<ListingChanges | null>
    /** A refresh started earlier does not restore a dropped bucket. */
    readonly put: (key: string, row: BucketRow) => Effect.Effect<void>
    readonly drop: (key: string, name: string) => Effect.Effect<void>
  }
>()("stowage/services/buckets/BucketSnapshots") {}
