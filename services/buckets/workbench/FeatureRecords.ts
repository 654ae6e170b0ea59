import { Context, type Effect } from "effect"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import type { ReadFeature } from "#domain/buckets/features/readFeature.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"

/** Bucket whose features were not read since its configuration changed. */
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
  /** Documents of settings; null: not set. */
  readonly documents: ReadonlyMap<FeatureName, string | null>
}

/** Features of buckets as last read. */
export class FeatureRecords extends Context.Service<
  FeatureRecords,
  {
    /**
     * Buckets of a scope of which a feature is not read, changed since, or was unavailable a minute ago. `names`: only
     * these; null: all. `withDocuments`: also those whose document is not stored.
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
