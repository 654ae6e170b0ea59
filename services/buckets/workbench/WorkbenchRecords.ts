import { Context, type Effect } from "effect"
import type { ListingState } from "#domain/platform/ListingState.ts"
import type { WorkbenchRequest } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import type { WorkbenchRow } from "#domain/buckets/workbench/WorkbenchRow.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"

export interface WorkbenchCounts {
  /** Rows that match. */
  readonly total: number
  readonly total_all: number
  /** Rows without statistics. */
  readonly unmeasured: number
}

export interface WorkbenchRead extends WorkbenchCounts {
  readonly items: ReadonlyArray<WorkbenchRow>
  /** States of the listings of the scope by key. */
  readonly states: ReadonlyMap<string, ListingState>
}

/** Rows of a workbench in the snapshots of its contexts. */
export class WorkbenchRecords extends Context.Service<
  WorkbenchRecords,
  {
    readonly page: (scope: WorkbenchScope, request: WorkbenchRequest) => Effect.Effect<WorkbenchRead>
  }
>()("stowage/services/buckets/workbench/WorkbenchRecords") {}
