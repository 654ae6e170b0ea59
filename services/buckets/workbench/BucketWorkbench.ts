import { Context, Effect, Layer } from "effect"
import { type InputIssue, InvalidInput, Unavailable } from "#domain/platform/errors/Errors.ts"
import type { ListingState } from "#domain/platform/ListingState.ts"
import { makePage, pageWindow } from "#domain/platform/Paging.ts"
import type { FieldCost, QueryField } from "#domain/platform/query/QueryDeclaration.ts"
import type { WorkbenchRequest } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import type { WorkbenchListing, WorkbenchPage } from "#domain/buckets/workbench/WorkbenchRow.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import { workbenchQueries } from "#domain/buckets/workbench/workbenchQuery.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { type WorkbenchCounts, WorkbenchRecords } from "./WorkbenchRecords.ts"

const fieldsOf = ({ workbench }: WorkbenchScope): Readonly<Record<string, QueryField>> =>
  workbenchQueries[workbench].fields

/** Places of a request that need reads of a cost. */
const placesOf = (scope: WorkbenchScope, request: WorkbenchRequest, cost: FieldCost): ReadonlyArray<string[]> => {
  const fields = fieldsOf(scope)
  const sorted = request.sort_by !== undefined && fields[request.sort_by]?.cost === cost ? [["sort_by"]] : []
  return [
    ...sorted,
    ...request.filter.rules.flatMap((rule, index) =>
      rule._tag === "Field" && fields[rule.field]?.cost === cost
        ? [["advanced_filter", "rules", String(index), "field"]]
        : []
    )
  ]
}

/** Oldest time; null when one is unknown. Times are RFC 3339 in UTC, whose text sorts. */
const oldestOf = (times: ReadonlyArray<string | null>): string | null =>
  times.includes(null) ? null : (times.toSorted()[0] ?? null)

const listingOf = (
  states: ReadonlyArray<ListingState>,
  { total_all, unmeasured }: WorkbenchCounts
): WorkbenchListing => ({
  state: states.every(({ state }) => state === "complete")
    ? "complete"
    : states.every(({ state }) => state === "empty")
      ? "empty"
      : "partial",
  refreshing: states.some(({ refreshing }) => refreshing),
  read_at: oldestOf(states.map(({ refreshed_at }) => refreshed_at)),
  stale: states.some(({ stale }) => stale),
  last_error: states.find(({ last_error }) => last_error !== null)?.last_error ?? null,
  stats_available: total_all === 0 || unmeasured < total_all
})

const plural = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

/** Buckets across listings: of a whole endpoint, or of all contexts of a user. */
export class BucketWorkbench extends Context.Service<
  BucketWorkbench,
  {
    /**
     * Page of the snapshots. 422 for a sort or filter by statistics that could not be read; 503 while they are being
     * read.
     */
    readonly page: (
      scope: WorkbenchScope,
      request: WorkbenchRequest
    ) => Effect.Effect<WorkbenchPage, InvalidInput | Unavailable>
    readonly refresh: (scope: WorkbenchScope) => Effect.Effect<void>
  }
>()("stowage/services/buckets/workbench/BucketWorkbench") {
  static readonly layer = Layer.effect(
    BucketWorkbench,
    Effect.gen(function* () {
      const listings = yield* BucketListings
      const records = yield* WorkbenchRecords

      const requireStatistics = (
        places: ReadonlyArray<string[]>,
        { at }: WorkbenchRequest,
        listing: WorkbenchListing
      ): Effect.Effect<void, InvalidInput | Unavailable> => {
        if (places.length === 0) return Effect.void
        if (listing.state !== "complete" && listing.refreshing)
          return Effect.fail(
            new Unavailable({ detail: "The statistics of the buckets are still being read", retry_after_seconds: 2 })
          )
        if (listing.stats_available) return Effect.void
        const issues = places.map(
          (path): InputIssue => ({
            path: [at, ...path],
            message: "This needs the statistics of the buckets, which could not be read"
          })
        )
        return Effect.fail(new InvalidInput({ issues }))
      }

      const page = Effect.fn("BucketWorkbench.page")(function* (scope: WorkbenchScope, request: WorkbenchRequest) {
        const needed = placesOf(scope, request, "statistics")
        const keys = scope.contexts.map(({ key }) => key)
        const first = yield* records.page(scope, request)
        const hasWaited = yield* listings.prepare(first.states, needed.length > 0)
        const read = hasWaited ? yield* records.page(scope, request) : first
        const { items, states } = read
        const listing = listingOf(
          keys.flatMap((key) => states.get(key) ?? []),
          read
        )
        yield* requireStatistics(needed, request, listing)
        const failures = scope.contexts.flatMap(({ context_name, key }) => {
          const fault = states.get(key)?.last_error ?? null
          return fault === null ? [] : [`The buckets of ${context_name} could not be read: ${fault.detail}`]
        })
        const { page: number, pageSize } = pageWindow(request)
        const made: WorkbenchPage = {
          ...makePage(items, read.total, number, pageSize, read.total_all),
          listing,
          warnings: [
            ...failures,
            ...(read.unmeasured === 0 || listing.state !== "complete"
              ? []
              : [`Size and number of objects of ${plural(read.unmeasured, "bucket")} could not be read`])
          ]
        }
        return made
      })

      const refresh = Effect.fn("BucketWorkbench.refresh")(({ contexts }: WorkbenchScope) =>
        Effect.forEach(new Set(contexts.map(({ key }) => key)), listings.refresh, { discard: true, concurrency: 16 })
      )

      return BucketWorkbench.of({ page, refresh })
    })
  )
}
