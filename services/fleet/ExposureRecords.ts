import { Context, type DateTime, type Effect } from "effect"
import type { PendingBucket } from "#services/buckets/workbench/FeatureRecords.ts"
import type { FeatureState } from "#domain/buckets/features/FeatureName.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import type {
  BucketExposureChange,
  BucketExposurePage,
  EndpointExposureQuery,
  ExposureChangeQuery,
  JudgedBucket
} from "#domain/fleet/BucketExposure.ts"
import type { CursorPage } from "#domain/platform/Cursor.ts"

type State = FeatureState | null

export interface ExposedBucket extends PendingBucket {
  readonly policy: State
  readonly public_access_block: State
  readonly acl: State
  readonly website: State
}

export class ExposureRecords extends Context.Service<
  ExposureRecords,
  {
    readonly buckets: (
      scope: WorkbenchScope,
      after: Pick<PendingBucket, "name" | "tenant"> | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ExposedBucket>>
    /** Returns the number of changes; a first check has none. */
    readonly store: (
      endpointId: number,
      judged: ReadonlyArray<JudgedBucket>,
      now: DateTime.Utc
    ) => Effect.Effect<number>
    /** Deletes buckets without a verdict of this check; returns their number. */
    readonly complete: (endpointId: number, now: DateTime.Utc) => Effect.Effect<number>
    readonly fail: (endpointId: number, problem: string, now: DateTime.Utc) => Effect.Effect<void>
    readonly page: (endpointId: number, query: EndpointExposureQuery) => Effect.Effect<BucketExposurePage>
    readonly changes: (
      endpointId: number,
      query: ExposureChangeQuery
    ) => Effect.Effect<CursorPage<BucketExposureChange>>
    readonly deleteOlder: (before: DateTime.Utc, limit: number) => Effect.Effect<number>
  }
>()("stowage/services/fleet/ExposureRecords") {}
