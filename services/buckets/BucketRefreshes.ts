import { Context, type Duration, type Effect } from "effect"
import type { BucketRow, ListingFault } from "#domain/buckets/BucketListing.ts"

/** How far a refresh is: buckets whose statistics are known, of how many. */
export interface RefreshProgress {
  readonly processed: number
  readonly total: number | null
  /** Whether readers are told though no row changed. */
  readonly due: boolean
}

/** A bucket that a refresh saw. */
export interface SeenBucket {
  readonly tenant: string
  readonly name: string
}

/** What becomes of a lease: somebody else has it; it is held; and it is, and somebody has asked for this refresh and waits. */
export type KeptLease = "lost" | "held" | "wanted"

/** The one refresh of a listing that runs: who has it, what it writes to the snapshot, and how it ends. */
export class BucketRefreshes extends Context.Service<BucketRefreshes, {
  /** Writes down that somebody asks for a refresh: it stands until one has ended, whatever becomes of whoever runs it. */
  readonly ask: (key: string) => Effect.Effect<void>
  /** Listings whose refresh was asked for and is run by nobody. */
  readonly unserved: Effect.Effect<ReadonlyArray<string>>
  /** Takes the lease of a refresh for `runner`; false while another runner holds one that has not lapsed. */
  readonly begin: (key: string, runner: string, lease: Duration.Duration) => Effect.Effect<boolean>
  /** Prolongs the lease, and tells whether somebody waits. */
  readonly keep: (key: string, runner: string, lease: Duration.Duration) => Effect.Effect<KeptLease>
  /**
   * Rows as they become known; known statistics are kept where a row has none. Only what differs from what is known is written, and
   * announced; where nothing does, nothing is, unless readers are due to hear how far the refresh is.
   */
  readonly write: (key: string, runner: string, rows: ReadonlyArray<BucketRow>, progress: RefreshProgress) => Effect.Effect<void>
  /** Ends a refresh well: the listing is as old as this moment, and rows that it has neither `seen` nor written are gone. */
  readonly complete: (key: string, runner: string, seen: ReadonlyArray<SeenBucket>) => Effect.Effect<void>
  /** Ends a refresh badly: rows stay, marked stale. */
  readonly fail: (key: string, runner: string, fault: ListingFault) => Effect.Effect<void>
  /** Gives a lease back without an outcome: the process is stopping, another may refresh at once. */
  readonly abandon: (key: string, runner: string) => Effect.Effect<void>
}>()("stowage/services/buckets/BucketRefreshes") {}
