import { Context, Duration, Effect, Layer, Option, Schema } from "effect"
import { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { type InputIssue, InvalidInput, Unavailable } from "#domain/platform/errors/Errors.ts"
import type { ListingState } from "#domain/platform/ListingState.ts"
import { makePage, pageWindow } from "#domain/platform/Paging.ts"
import type { FieldCost, QueryField } from "#domain/platform/query/QueryDeclaration.ts"
import { featuresOfParts, type WorkbenchRequest } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import {
  isOpsRow,
  type WorkbenchListing,
  type WorkbenchPage,
  type WorkbenchRow
} from "#domain/buckets/workbench/WorkbenchRow.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import { workbenchQueries } from "#domain/buckets/workbench/workbenchQuery.ts"
import { EndpointDirectories } from "#services/accounts/directory/EndpointDirectories.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { FeatureReads } from "./FeatureReads.ts"
import { type WorkbenchCounts, WorkbenchRecords } from "./WorkbenchRecords.ts"

const fieldsOf = ({ workbench }: WorkbenchScope): Readonly<Record<string, QueryField>> =>
  workbenchQueries[workbench].fields

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

const PARTS_TIMEOUT = Duration.seconds(10)

const isFeature = Schema.is(FeatureName)

const isOwnerPart = (part: WorkbenchRequest["include"][number]): boolean => part.startsWith("owner_")

const comparedFeatures = ({ filter }: WorkbenchRequest): ReadonlyArray<FeatureName> => [
  ...new Set(filter.rules.flatMap((rule) => (rule._tag !== "Field" && isFeature(rule.feature) ? [rule.feature] : [])))
]

export const hasParts = (scope: WorkbenchScope, request: WorkbenchRequest): boolean =>
  request.include.length > 0 || comparedFeatures(request).length > 0 || placesOf(scope, request, "owners").length > 0

const unknownOwners = (rows: ReadonlyArray<WorkbenchRow>): number =>
  new Set(
    rows.flatMap(({ owner, owner_name, owner_quota }) =>
      owner !== null && (owner_name === null || owner_quota === null) ? [owner] : []
    )
  ).size

/** Null when one is unknown. Times are RFC 3339 in UTC, whose text sorts. */
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

export class BucketWorkbench extends Context.Service<
  BucketWorkbench,
  {
    /** Waits up to 10 s for features and owners. 422: unreadable statistics to sort or filter by; 503: not read yet. */
    readonly page: (
      scope: WorkbenchScope,
      request: WorkbenchRequest
    ) => Effect.Effect<WorkbenchPage, InvalidInput | Unavailable>
    readonly snapshot: (
      scope: WorkbenchScope,
      request: WorkbenchRequest
    ) => Effect.Effect<WorkbenchPage, InvalidInput | Unavailable>
    /** Reads parts of `rows`, or of all buckets for a filter. */
    readonly readParts: (
      scope: WorkbenchScope,
      request: WorkbenchRequest,
      rows: ReadonlyArray<WorkbenchRow>
    ) => Effect.Effect<void>
    /** At most `limit` rows, once listings (up to 60 s) and everything that the filter compares are read. */
    readonly matching: (
      scope: WorkbenchScope,
      request: WorkbenchRequest,
      limit: number
    ) => Effect.Effect<WorkbenchPage, InvalidInput | Unavailable>
    readonly refresh: (scope: WorkbenchScope) => Effect.Effect<void>
  }
>()("stowage/services/buckets/workbench/BucketWorkbench") {
  static readonly layer = Layer.effect(
    BucketWorkbench,
    Effect.gen(function* () {
      const listings = yield* BucketListings
      const records = yield* WorkbenchRecords
      const reads = yield* FeatureReads
      const directories = yield* EndpointDirectories

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
            path: [...at, ...path],
            message: "This needs the statistics of the buckets, which could not be read"
          })
        )
        return Effect.fail(new InvalidInput({ issues }))
      }

      const read = Effect.fn("BucketWorkbench.read")(function* (
        scope: WorkbenchScope,
        request: WorkbenchRequest,
        whole: boolean
      ) {
        const needed = placesOf(scope, request, "statistics")
        const keys = scope.contexts.map(({ key }) => key)
        const first = yield* records.page(scope, request)
        const hasWaited = yield* listings.prepare(first.states, whole || needed.length > 0)
        const recordPage = hasWaited ? yield* records.page(scope, request) : first
        const { items, states } = recordPage
        const listing = listingOf(
          keys.flatMap((key) => states.get(key) ?? []),
          recordPage
        )
        yield* requireStatistics(needed, request, listing)
        const failures = scope.contexts.flatMap(({ context_name, key }) => {
          const fault = states.get(key)?.last_error ?? null
          return fault === null ? [] : [`The buckets of ${context_name} could not be read: ${fault.detail}`]
        })
        const owners = unknownOwners(items)
        const { page: number, pageSize } = pageWindow(request)
        const workbenchPage: WorkbenchPage = {
          ...makePage(items, recordPage.total, number, pageSize, recordPage.total_all),
          listing,
          warnings: [
            ...failures,
            ...(recordPage.unmeasured === 0 || listing.state !== "complete"
              ? []
              : [`Size and number of objects of ${plural(recordPage.unmeasured, "bucket")} could not be read`]),
            ...(owners === 0 ? [] : [`Name and quota of ${plural(owners, "owner")} are not known yet`])
          ]
        }
        return workbenchPage
      })

      const snapshot = (scope: WorkbenchScope, request: WorkbenchRequest) => read(scope, request, false)

      const prepareOwners = Effect.fnUntraced(function* (
        { contexts }: WorkbenchScope,
        rows: ReadonlyArray<WorkbenchRow> | null
      ) {
        const only = contexts[0]?.endpoint_id ?? null
        const endpointOf = (row: WorkbenchRow) => (isOpsRow(row) ? row.endpoint_id : only)
        const endpoints = [...new Set(contexts.flatMap(({ endpoint_id }) => endpoint_id ?? []))]
        const places = endpoints.flatMap((id) => (["account", "user"] as const).map((kind) => ({ id, kind })))
        yield* Effect.forEach(
          places,
          ({ id, kind }) => {
            const owners = (rows ?? []).flatMap((row) =>
              row.owner !== null && row.owner_kind === kind && endpointOf(row) === id ? [row.owner] : []
            )
            if (rows !== null && owners.length === 0) return Effect.void
            return directories
              .prepare(id, kind, rows === null ? null : [...new Set(owners)])
              .pipe(
                Effect.catch(({ _tag }) =>
                  Effect.logWarning("The owners of buckets could not be read").pipe(Effect.annotateLogs({ id, _tag }))
                )
              )
          },
          { concurrency: 4, discard: true }
        )
      })

      const readParts = Effect.fn("BucketWorkbench.readParts")(function* (
        scope: WorkbenchScope,
        request: WorkbenchRequest,
        rows: ReadonlyArray<WorkbenchRow>
      ) {
        const compared = comparedFeatures(request)
        const areOwnersCompared = placesOf(scope, request, "owners").length > 0
        yield* reads.features(scope, compared, null)
        if (areOwnersCompared) yield* prepareOwners(scope, null)
        // the readings decide which rows match
        const isOther = compared.length > 0 || areOwnersCompared
        const pageRows = isOther ? (yield* records.page(scope, request)).items : rows
        if (!areOwnersCompared && request.include.some(isOwnerPart)) yield* prepareOwners(scope, pageRows)
        const names = pageRows.map(({ name }) => name)
        yield* reads.features(scope, featuresOfParts(request.include), names)
      })

      const page = Effect.fn("BucketWorkbench.page")(function* (scope: WorkbenchScope, request: WorkbenchRequest) {
        // the listing first: only its buckets have parts
        const first = yield* snapshot(scope, request)
        if (!hasParts(scope, request)) return first
        const reading = readParts(scope, request, first.items)
        const isComplete = Option.isSome(yield* Effect.timeoutOption(reading, PARTS_TIMEOUT))
        const page = yield* snapshot(scope, request)
        return isComplete
          ? page
          : { ...page, warnings: [...page.warnings, "Features or owners of some buckets are still being read"] }
      })

      const matching = Effect.fn("BucketWorkbench.matching")(function* (
        scope: WorkbenchScope,
        request: WorkbenchRequest,
        limit: number
      ) {
        const whole = { ...request, page: 1, page_size: limit }
        const first = yield* read(scope, whole, true)
        if (!hasParts(scope, whole)) return first
        yield* readParts(scope, whole, first.items)
        return yield* read(scope, whole, true)
      })

      const refresh = Effect.fn("BucketWorkbench.refresh")(function* (scope: WorkbenchScope) {
        yield* reads.expire(scope)
        const keys = new Set(scope.contexts.map(({ key }) => key))
        yield* Effect.forEach(keys, listings.refresh, { discard: true, concurrency: 16 })
      })

      return BucketWorkbench.of({ page, snapshot, readParts, matching, refresh })
    })
  )
}
