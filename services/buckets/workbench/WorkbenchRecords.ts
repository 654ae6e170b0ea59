import { Context, type Effect } from "effect"
import type { ListingState } from "#domain/platform/ListingState.ts"
import type { WorkbenchRequest } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import type { WorkbenchRow } from "#domain/buckets/workbench/WorkbenchRow.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"

export interface WorkbenchCounts {
  readonly total: number
  readonly total_all: number
  readonly unmeasured: number
}

export interface WorkbenchRead extends WorkbenchCounts {
  readonly items: ReadonlyArray<WorkbenchRow>
  readonly states: ReadonlyMap<string, ListingState>
}

export class WorkbenchRecords extends Context.Service<
  WorkbenchRecords,
  {
    readonly page: (scope: WorkbenchScope, request: WorkbenchRequest) => Effect.Effect<WorkbenchRead>
  }
>()("stowage/services/buckets/workbench/WorkbenchRecords") {}
