import { Effect, Result } from "effect"
import type { WorkbenchPart, WorkbenchRequest } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import { type WorkbenchId, workbenchQueries, type WorkbenchSortKey } from "#domain/buckets/workbench/workbenchQuery.ts"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { parseFilter } from "#domain/platform/query/parseFilter.ts"

interface Written {
  readonly page?: number
  readonly page_size?: number
  readonly search?: string
  readonly sort_by?: WorkbenchSortKey
  readonly sort_dir?: "asc" | "desc"
  readonly include?: ReadonlyArray<WorkbenchPart>
  readonly private_tag_ids?: ReadonlyArray<number>
  readonly shared_tag_ids?: ReadonlyArray<number>
}

/** Checks the filter of a request. `at`: the part of the request that faults name. */
export const workbenchRequest = (
  id: WorkbenchId,
  at: WorkbenchRequest["at"],
  written: Written,
  filter: unknown
): Effect.Effect<WorkbenchRequest, InvalidInput> =>
  Result.match(parseFilter(workbenchQueries[id], filter, [at, "advanced_filter"]), {
    onFailure: (issues) => Effect.fail(new InvalidInput({ issues })),
    onSuccess: (parsed) =>
      Effect.succeed({
        at,
        ...written,
        include: written.include ?? [],
        private_tag_ids: written.private_tag_ids ?? [],
        shared_tag_ids: written.shared_tag_ids ?? [],
        filter: parsed
      })
  })

/** Same for query parameters, where the filter is JSON text. */
export const workbenchQueryRequest = Effect.fnUntraced(function* (
  id: WorkbenchId,
  { advanced_filter: text, ...written }: Written & { readonly advanced_filter?: string }
) {
  if (text === undefined) return yield* workbenchRequest(id, "query", written, undefined)
  const filter = Result.try((): unknown => JSON.parse(text))
  if (Result.isFailure(filter))
    return yield* InvalidInput.at("query.advanced_filter", 'Expected JSON, e.g. {"rules":[]}')
  return yield* workbenchRequest(id, "query", written, filter.success)
})
