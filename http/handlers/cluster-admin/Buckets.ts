import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { makeWorkbenchHandlers } from "../bucketWorkbench.ts"
import { parseWorkbenchRequest } from "#domain/buckets/workbench/parseWorkbenchRequest.ts"
import { workbenchQueryRequest } from "../workbenchRequest.ts"

export const ClusterBucketsHandlers = HttpApiBuilder.group(
  Api,
  "clusterBuckets",
  Effect.fn(function* (handlers) {
    const workbench = yield* makeWorkbenchHandlers
    return handlers.handleAll({
      list: Effect.fn("clusterBuckets.list")(function* ({ query }) {
        return yield* workbench.page(yield* workbenchQueryRequest("cluster-admin", query))
      }),
      query: Effect.fn("clusterBuckets.query")(function* ({ payload: { advanced_filter: filter, ...written } }) {
        return yield* workbench.page(yield* parseWorkbenchRequest("cluster-admin", ["payload"], written, filter))
      }),
      stream: Effect.fn("clusterBuckets.stream")(function* ({ query }) {
        return yield* workbench.stream(yield* workbenchQueryRequest("cluster-admin", query))
      }),
      refresh: Effect.fn("clusterBuckets.refresh")(function* () {
        yield* workbench.refresh()
      }),
      advice: Effect.fn("clusterBuckets.advice")(function* () {
        return yield* workbench.advice()
      }),
      tags: Effect.fn("clusterBuckets.tags")(function* () {
        return yield* workbench.tags()
      }),
      assignTags: Effect.fn("clusterBuckets.assignTags")(function* ({ payload }) {
        return yield* workbench.assignTags(payload)
      }),
      editTag: Effect.fn("clusterBuckets.editTag")(function* ({ params, payload }) {
        return yield* workbench.editTag(params.tag_id, payload)
      }),
      removeTag: Effect.fn("clusterBuckets.removeTag")(function* ({ params }) {
        yield* workbench.removeTag(params.tag_id)
      })
    })
  })
)
