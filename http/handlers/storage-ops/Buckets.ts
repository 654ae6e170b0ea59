import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { isOpsRow, type WorkbenchPage } from "#domain/buckets/workbench/WorkbenchRow.ts"
import { makeWorkbenchHandlers } from "../bucketWorkbench.ts"
import { parseWorkbenchRequest } from "#domain/buckets/workbench/parseWorkbenchRequest.ts"
import { workbenchQueryRequest } from "../workbenchRequest.ts"

const opsPage = (page: WorkbenchPage) => ({ ...page, items: page.items.filter(isOpsRow) })

export const OpsBucketsHandlers = HttpApiBuilder.group(
  Api,
  "opsBuckets",
  Effect.fn(function* (handlers) {
    const workbench = yield* makeWorkbenchHandlers
    return handlers.handleAll({
      list: Effect.fn("opsBuckets.list")(function* ({ query }) {
        return opsPage(yield* workbench.page(yield* workbenchQueryRequest("storage-ops", query)))
      }),
      query: Effect.fn("opsBuckets.query")(function* ({ payload: { advanced_filter: filter, ...written } }) {
        return opsPage(yield* workbench.page(yield* parseWorkbenchRequest("storage-ops", ["payload"], written, filter)))
      }),
      stream: Effect.fn("opsBuckets.stream")(function* ({ query }) {
        return yield* workbench.stream(yield* workbenchQueryRequest("storage-ops", query))
      }),
      refresh: Effect.fn("opsBuckets.refresh")(function* () {
        yield* workbench.refresh()
      }),
      advice: Effect.fn("opsBuckets.advice")(function* () {
        return yield* workbench.advice()
      }),
      tags: Effect.fn("opsBuckets.tags")(function* () {
        return yield* workbench.tags()
      }),
      assignTags: Effect.fn("opsBuckets.assignTags")(function* ({ payload }) {
        return yield* workbench.assignTags(payload)
      }),
      editTag: Effect.fn("opsBuckets.editTag")(function* ({ params, payload }) {
        return yield* workbench.editTag(params.tag_id, payload)
      }),
      removeTag: Effect.fn("opsBuckets.removeTag")(function* ({ params }) {
        yield* workbench.removeTag(params.tag_id)
      })
    })
  })
)
