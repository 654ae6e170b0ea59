import { Context, type Effect, type Stream } from "effect"
import type { BucketListingEvent, BucketPage, BucketQuery, BucketRow } from "#domain/buckets/BucketListing.ts"

/**
 * Bucket listings for readers. A page costs no gateway call: it comes from the snapshot; a snapshot that is too old
 * is refreshed behind it, once for all readers of all processes.
 */
export class BucketListings extends Context.Service<BucketListings, {
  /**
   * A listing that was never read is waited for: a page until its first rows are known (5 s at most), the whole listing
   * until the refresh ended (60 s at most). What is answered says how complete it is.
   */
  readonly page: (key: string, query: BucketQuery) => Effect.Effect<BucketPage>
  /** A bucket of the snapshot; null when the snapshot has none. */
  readonly bucket: (key: string, name: string) => Effect.Effect<BucketRow | null>
  /** Starts a refresh even when the snapshot is young; does not wait for it. */
  readonly refresh: (key: string) => Effect.Effect<void>
  /**
   * The page at once, then every change as it becomes known, for as long as it is read; a listing that gets too old
   * meanwhile is refreshed.
   */
  readonly watch: (key: string, query: BucketQuery) => Stream.Stream<BucketListingEvent>
  /** Our own changes, shown at once. */
  readonly created: (key: string, row: BucketRow) => Effect.Effect<void>
  readonly removed: (key: string, name: string) => Effect.Effect<void>
}>()("stowage/services/buckets/BucketListings") {}
