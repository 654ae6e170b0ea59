import { Context, type Effect } from "effect"
import type { NotFound } from "#domain/platform/errors/Errors.ts"
import type { FeatureChange } from "#domain/buckets/features/FeatureReading.ts"
import type { ChangeQuery } from "#domain/buckets/features/FeatureHistory.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import type { CursorPage } from "#domain/platform/Cursor.ts"

export interface StoredChange {
  /** Makes the insert idempotent. */
  readonly change_id: string
  readonly listing_key: string
  readonly bucket: string
  readonly made_at: string | null
  readonly feature: FeatureName
  readonly origin: FeatureChange["origin"]
  readonly before: string | null
  readonly after: string | null
  readonly user_id: number | null
  readonly email: string | null
  readonly undoes: number | null
}

/** Where the workbenches store what they have read of a bucket. */
export interface StoredFeatures {
  readonly place: string
  readonly tenant: string
  readonly name: string
}

export class FeatureChanges extends Context.Service<
  FeatureChanges,
  {
    /** Newest first. `made`: creation time of the current bucket. */
    readonly page: (
      listingKey: string,
      bucket: string,
      made: string | null,
      query: ChangeQuery
    ) => Effect.Effect<CursorPage<FeatureChange>>
    readonly find: (
      listingKey: string,
      bucket: string,
      id: number
    ) => Effect.Effect<StoredChange & { readonly undone_by: number | null; readonly former: boolean }, NotFound>
    readonly store: (change: StoredChange) => Effect.Effect<void>
    /** As `store`, of many in few statements. `stored`: features that are read again, beside those of the listing. */
    readonly storeMany: (
      changes: ReadonlyArray<StoredChange>,
      stored: ReadonlyArray<StoredFeatures>
    ) => Effect.Effect<void>
    readonly idsOf: (changeIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, number>>
    readonly idOf: (changeId: string) => Effect.Effect<number | null>
  }
>()("stowage/services/buckets/features/FeatureChanges") {}
