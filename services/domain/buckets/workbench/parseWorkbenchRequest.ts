import { Effect, Result } from "effect"
import { InvalidInput } from "../../platform/errors/Errors.ts"
import { parseFilter } from "../../platform/query/parseFilter.ts"
import { type WorkbenchId, workbenchQueries, type WorkbenchSortKey } from "./workbenchQuery.ts"
import type { WorkbenchPart, WorkbenchRequest } from "./WorkbenchRequest.ts"

export interface WrittenRequest {
  readonly page?: number
  readonly page_size?: number
  readonly search?: string
  readonly sort_by?: WorkbenchSortKey
  readonly sort_dir?: "asc" | "desc"
  readonly include?: ReadonlyArray<WorkbenchPart>
  readonly private_tag_ids?: ReadonlyArray<number>
  readonly shared_tag_ids?: ReadonlyArray<number>
}

export const parseWorkbenchRequest = (
  id: WorkbenchId,
  at: WorkbenchRequest["at"],
  written: WrittenRequest,
  filter: unknown
): Effect.Effect<WorkbenchRequest, InvalidInput> =>
  Result.match(parseFilter(workbenchQueries[id], filter, [...at, "advanced_filter"]), {
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
