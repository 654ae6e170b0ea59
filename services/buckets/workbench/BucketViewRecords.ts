import { Context, type DateTime, type Effect } from "effect"
import type { NewBucketView, StoredView } from "#domain/buckets/workbench/BucketView.ts"

/** An endpoint in Cluster Admin; null: Storage Ops. */
export type ViewPlace = number | null

export interface ViewRecord extends StoredView {
  readonly made_by: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

export class BucketViewRecords extends Context.Service<
  BucketViewRecords,
  {
    readonly list: (place: ViewPlace, userId: number) => Effect.Effect<ReadonlyArray<ViewRecord>>
    /** Serializes changes of a place's views until the caller's transaction ends. */
    readonly lock: (place: ViewPlace) => Effect.Effect<void>
    readonly add: (
      place: ViewPlace,
      userId: number,
      view: Required<NewBucketView>,
      now: DateTime.Utc
    ) => Effect.Effect<number>
    readonly edit: (id: number, view: Required<NewBucketView>, now: DateTime.Utc) => Effect.Effect<void>
    readonly remove: (id: number) => Effect.Effect<void>
  }
>()("stowage/services/buckets/workbench/BucketViewRecords") {}
