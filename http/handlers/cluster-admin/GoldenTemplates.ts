import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentEndpoint } from "#domain/accounts/scope/RequestScope.ts"
import { MAX_TEMPLATES } from "#domain/buckets/templates/GoldenTemplate.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { GoldenTemplates } from "#services/buckets/templates/GoldenTemplates.ts"

export const ClusterGoldenTemplatesHandlers = HttpApiBuilder.group(
  Api,
  "clusterGoldenTemplates",
  Effect.fn(function* (handlers) {
    const templates = yield* GoldenTemplates
    return handlers.handleAll({
      list: Effect.fn("clusterGoldenTemplates.list")(function* () {
        return { items: yield* templates.list(yield* CurrentEndpoint), max_templates: MAX_TEMPLATES }
      }),
      create: Effect.fn("clusterGoldenTemplates.create")(function* ({ payload }) {
        return yield* templates.create(yield* CurrentCaller, yield* CurrentEndpoint, payload)
      }),
      update: Effect.fn("clusterGoldenTemplates.update")(function* ({ params, payload }) {
        return yield* templates.update(yield* CurrentCaller, yield* CurrentEndpoint, params.template_id, payload)
      }),
      remove: Effect.fn("clusterGoldenTemplates.remove")(function* ({ params }) {
        yield* templates.remove(yield* CurrentCaller, yield* CurrentEndpoint, params.template_id)
      }),
      drift: Effect.fn("clusterGoldenTemplates.drift")(function* ({ params, query }) {
        return yield* templates.drift(yield* CurrentEndpoint, params.template_id, query)
      }),
      differing: Effect.fn("clusterGoldenTemplates.differing")(function* ({ params }) {
        return yield* templates.differing(yield* CurrentEndpoint, params.template_id)
      }),
      draft: Effect.fn("clusterGoldenTemplates.draft")(function* ({ query }) {
        return yield* templates.draft(yield* CurrentEndpoint, query.bucket_id)
      })
    })
  })
)
