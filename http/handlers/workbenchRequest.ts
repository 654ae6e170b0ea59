import { Effect, Result } from "effect"
import type { WorkbenchId } from "#domain/buckets/workbench/workbenchQuery.ts"
import { parseWorkbenchRequest, type WrittenRequest } from "#domain/buckets/workbench/parseWorkbenchRequest.ts"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"

export const workbenchQueryRequest = Effect.fnUntraced(function* (
  id: WorkbenchId,
  { advanced_filter: text, ...written }: WrittenRequest & { readonly advanced_filter?: string }
) {
  if (text === undefined) return yield* parseWorkbenchRequest(id, ["query"], written, undefined)
  const filter = Result.try((): unknown => JSON.parse(text))
  if (Result.isFailure(filter))
    return yield* InvalidInput.at("query.advanced_filter", 'Expected JSON, e.g. {"rules":[]}')
  return yield* parseWorkbenchRequest(id, ["query"], written, filter.success)
})
