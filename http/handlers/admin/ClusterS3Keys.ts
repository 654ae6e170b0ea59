import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { ClusterS3Keys } from "#services/gateways/endpoints/ClusterS3Keys.ts"

export const ClusterS3KeysHandlers = HttpApiBuilder.group(
  Api,
  "adminClusterS3Keys",
  Effect.fn(function* (handlers) {
    const keys = yield* ClusterS3Keys
    return handlers.handleAll({
      get: ({ params }) => keys.get(params.id),
      set: ({ params, payload }) => Effect.flatMap(CurrentCaller, (caller) => keys.set(caller, params.id, payload)),
      check: ({ params }) => keys.check(params.id),
      remove: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => keys.remove(caller, params.id))
    })
  })
)
