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

/** Bucket of a snapshot with the states of the features that decide its exposure; null: not read. */
export interface ExposedBucket extends PendingBucket {
  readonly policy: State
  readonly public_access_block: State
  readonly acl: State
  readonly website: State
}

/** Verdicts of the buckets of storage endpoints, and their differences. */
export class ExposureRecords extends Context.Service<
  ExposureRecords,
  {
    /** Buckets after `after` in the order of tenant and name; null: from the start. */
    readonly buckets: (
      scope: WorkbenchScope,
      after: Pick<PendingBucket, "name" | "tenant"> | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ExposedBucket>>
    /** Stores verdicts and what changed; answers the number of changes. Of a first check nothing is new. */
    readonly store: (
      endpointId: number,
      judged: ReadonlyArray<JudgedBucket>,
      now: DateTime.Utc
    ) => Effect.Effect<number>
    /** Ends a check of all buckets: those without a verdict of it are gone. Answers their number. */
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
