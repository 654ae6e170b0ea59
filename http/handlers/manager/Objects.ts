import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { ObjectBrowser } from "#services/objects/ObjectBrowser.ts"
import { listRequest } from "../listRequest.ts"

export const ManagerObjectsHandlers = HttpApiBuilder.group(
  Api,
  "managerObjects",
  Effect.fn(function* (handlers) {
    const objects = yield* ObjectBrowser
    return handlers.handleAll({
      list: Effect.fn("managerObjects.list")(function* ({ params, query }) {
        return yield* objects.list(yield* CurrentContext, params.bucket_name, listRequest(query))
      }),
      facts: Effect.fn("managerObjects.facts")(function* ({ params, query }) {
        return yield* objects.facts(yield* CurrentContext, params.bucket_name, query.key)
      })
    })
  })
)
