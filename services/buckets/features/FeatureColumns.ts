import { Context, type Effect } from "effect"
import type { BucketQuery } from "#domain/buckets/BucketListing.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { ExposureRow } from "#domain/buckets/features/ExposureRow.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import type { ReadFeature } from "#domain/buckets/features/readFeature.ts"

export interface FeatureMessage {
  readonly id: string
  readonly event: "progress" | "rows" | "done"
  readonly text: string
}
export type FeatureUpdate = ReadonlyArray<FeatureMessage>

export type FeatureFace = "columns" | "rules" | "exposure"

export type ReadColumn = FeatureName | "exposure"

export interface FeatureQuestion {
  readonly query: BucketQuery
  readonly features: ReadonlyArray<ReadColumn>
  readonly face: FeatureFace
  readonly again?: boolean
}

export type FeaturesRead = ReadonlyMap<string, ReadonlyMap<FeatureName, ReadFeature>>

/** Reads at the gateway's pace, once for all readers of a context; caches for a minute, until our own changes. */
export class FeatureColumns extends Context.Service<
  FeatureColumns,
  {
    /** Known features, then readings and changes. Returns the stop function; `deliver` must not throw. */
    readonly follow: (
      context: ResolvedContext,
      question: FeatureQuestion,
      deliver: (news: FeatureUpdate) => void
    ) => () => void
    readonly read: (
      context: ResolvedContext,
      buckets: ReadonlyArray<string>,
      features: ReadonlyArray<FeatureName>
    ) => Effect.Effect<FeaturesRead>
    /** In the order of `buckets`, once all are known. */
    readonly exposures: (
      context: ResolvedContext,
      buckets: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<ExposureRow>>
  }
>()("stowage/services/buckets/features/FeatureColumns") {}
