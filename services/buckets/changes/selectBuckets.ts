import { Effect } from "effect"
import { type BucketSelection, MAX_CHANGED_BUCKETS } from "#domain/buckets/changes/BucketChangeRequest.ts"
import { parseWorkbenchRequest } from "#domain/buckets/workbench/parseWorkbenchRequest.ts"
import { isOpsRow, type WorkbenchPage, type WorkbenchRow } from "#domain/buckets/workbench/WorkbenchRow.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { BucketWorkbench } from "#services/buckets/workbench/BucketWorkbench.ts"

export interface SelectedBuckets {
  readonly rows: ReadonlyArray<WorkbenchRow>
  readonly missing: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

const at = ["payload", "selection", "query"]

const listingWarnings = ({ last_error, stale, state }: WorkbenchPage["listing"]): ReadonlyArray<string> => {
  if (state !== "complete") return ["The list of buckets is not complete: buckets that are not listed are not changed"]
  return stale || last_error !== null
    ? ["The list of buckets is of earlier: newer buckets are not changed. Refresh it first"]
    : []
}

export const rowLabel = (row: WorkbenchRow): string =>
  isOpsRow(row) ? `${row.context_name}: ${row.name}` : row.tenant === "" ? row.name : `${row.tenant}/${row.name}`

export const selectBuckets = Effect.map(BucketWorkbench, (workbench) =>
  Effect.fn("BucketChanges.select")(function* (scope: WorkbenchScope, selection: BucketSelection) {
    const ids = "ids" in selection ? selection.ids : undefined
    const request = yield* parseWorkbenchRequest(
      scope.workbench,
      at,
      "query" in selection ? selection.query : {},
      "query" in selection ? selection.query.advanced_filter : undefined
    )
    const page = yield* workbench.matching(
      scope,
      ids === undefined ? request : { ...request, ids },
      MAX_CHANGED_BUCKETS + 1
    )
    if (page.total > MAX_CHANGED_BUCKETS)
      return yield* InvalidInput.at(
        "payload.selection",
        `${page.total} buckets match: narrow it to at most ${MAX_CHANGED_BUCKETS}`
      )
    const listedIds = new Set(page.items.flatMap(({ id, name, tenant }) => [id, `${tenant}/${name}`]))
    const selected: SelectedBuckets = {
      rows: page.items,
      missing: (ids ?? []).filter((id) => !listedIds.has(id)),
      warnings: [...listingWarnings(page.listing), ...page.warnings]
    }
    return selected
  })
)
