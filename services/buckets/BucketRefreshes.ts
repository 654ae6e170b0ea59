import { Context, type Duration, type Effect } from "effect"
import type { BucketRow, ListingFault } from "#domain/buckets/BucketListing.ts"

export interface RefreshProgress {
  readonly processed: number
  readonly total: number | null
  readonly due: boolean
}

export interface ObservedBucket {
  readonly tenant: string
  readonly name: string
}

/** `lost`: another runner holds the lease. `wanted`: a reader waits for this refresh. */
export type LeaseState = "lost" | "held" | "wanted"

export class BucketRefreshes extends Context.Service<
  BucketRefreshes,
  {
    /** The request survives the death of its runner. */
    readonly ask: (key: string) => Effect.Effect<void>
    readonly unserved: Effect.Effect<ReadonlyArray<string>>
    readonly begin: (key: string, runner: string, lease: Duration.Duration) => Effect.Effect<boolean>
    readonly renewLease: (key: string, runner: string, lease: Duration.Duration) => Effect.Effect<LeaseState>
    /** Missing statistics keep their known values. Without changes, announces only due progress. */
    readonly write: (
      key: string,
      runner: string,
      rows: ReadonlyArray<BucketRow>,
      progress: RefreshProgress
    ) => Effect.Effect<void>
    readonly complete: (
      key: string,
      runner: string,
      observedBuckets: ReadonlyArray<ObservedBucket>
    ) => Effect.Effect<void>
    readonly fail: (key: string, runner: string, fault: ListingFault) => Effect.Effect<void>
    readonly abandon: (key: string, runner: string) => Effect.Effect<void>
  }
>()("stowage/services/buckets/BucketRefreshes") {}
