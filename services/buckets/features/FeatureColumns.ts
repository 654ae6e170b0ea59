import { Context, type Effect } from "effect"
import type { BucketQuery } from "#domain/buckets/BucketListing.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { ExposureRow } from "#domain/buckets/features/ExposureRow.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import type { ReadFeature } from "#domain/buckets/features/readFeature.ts"

/** A message to whoever follows features; its data is JSON already, made once for all who are told. */
export interface FeatureMessage {
  readonly id: string
  readonly event: "progress" | "rows" | "done"
  readonly text: string
}
/** The same object to everybody. */
export type FeatureUpdate = ReadonlyArray<FeatureMessage>

/** Forms of a bucket's features: `columns` has a cell per feature, `rules` a row per rule, `exposure` its publicity. */
export type FeatureFace = "columns" | "rules" | "exposure"

/** Column read from a bucket: a feature, or the exposure that several features result in. */
export type ReadColumn = FeatureName | "exposure"

/** Features to follow for the buckets that match a listing query. */
export interface FeatureQuestion {
  readonly query: BucketQuery
  readonly features: ReadonlyArray<ReadColumn>
  readonly face: FeatureFace
  /** True: features that could not be read are read again at once. */
  readonly again?: boolean
}

/** Features by bucket, then by name. */
export type FeaturesRead = ReadonlyMap<string, ReadonlyMap<FeatureName, ReadFeature>>

/**
 * Features of many buckets, read from their gateway at the pace that it keeps, once for all who ask with the same
 * context, and remembered for a minute; what we change ourselves is read again at once. What cannot be read is a cell
 * that says why.
 */
export class FeatureColumns extends Context.Service<
  FeatureColumns,
  {
    /**
     * Begins to hand out what is known, then what is read, and what changes. Nothing more is read when nobody is left.
     * Answers how to stop; `deliver` must not throw.
     */
    readonly follow: (
      context: ResolvedContext,
      question: FeatureQuestion,
      deliver: (news: FeatureUpdate) => void
    ) => () => void
    /** Reads the features of named buckets; answers when all are known. */
    readonly read: (
      context: ResolvedContext,
      buckets: ReadonlyArray<string>,
      features: ReadonlyArray<FeatureName>
    ) => Effect.Effect<FeaturesRead>
    /** Whether named buckets are public, in their order, once all of it is known. */
    readonly exposures: (
      context: ResolvedContext,
      buckets: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<ExposureRow>>
  }
>()("stowage/services/buckets/features/FeatureColumns") {}
