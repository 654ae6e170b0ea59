import { Context, type Effect } from "effect"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import type { ReadFeature } from "#domain/buckets/features/readFeature.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"

export interface PendingBucket {
  readonly context_id: string
  readonly place: string
  readonly tenant: string
  readonly name: string
  readonly owner: string | null
  readonly bucket_id: string | null
  readonly read_tracker: number | null
}

export interface BucketReading extends PendingBucket {
  readonly features: ReadonlyMap<FeatureName, ReadFeature>
  readonly documents: ReadonlyMap<FeatureName, string | null>
}

export class FeatureRecords extends Context.Service<
  FeatureRecords,
  {
    /**
     * Buckets with features to read: unread, changed, or unavailable at a reading over a minute ago.
     * `names` null: all buckets. `withDocuments`: also features whose document is not stored.
     */
    readonly pending: (
      scope: WorkbenchScope,
      features: ReadonlyArray<FeatureName>,
      names: ReadonlyArray<string> | null,
      limit: number,
      withDocuments: boolean
    ) => Effect.Effect<ReadonlyArray<PendingBucket>>
    readonly write: (readings: ReadonlyArray<BucketReading>) => Effect.Effect<void>
    /** Marks values without a version at the gateway, and failures, as outdated. */
    readonly expire: (scope: WorkbenchScope) => Effect.Effect<void>
  }
>()("stowage/services/buckets/workbench/FeatureRecords") {}
