import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { ClusterKeys } from "#services/fleet/ClusterKeys.ts"

export const ClusterKeysHandlers = HttpApiBuilder.group(
  Api,
  "clusterKeys",
  Effect.fn(function* (handlers) {
    const keys = yield* ClusterKeys
    return handlers.handleAll({
      list: Effect.fn("clusterKeys.list")(function* () {
        return yield* keys.list(yield* CurrentContext)
      }),
      create: Effect.fn("clusterKeys.create")(function* () {
        return yield* keys.create(yield* CurrentCaller, yield* CurrentContext)
      }),
      update: Effect.fn("clusterKeys.update")(function* ({ params, payload }) {
        return yield* keys.setActive(yield* CurrentCaller, yield* CurrentContext, params.access_key, payload.active)
      }),
      remove: Effect.fn("clusterKeys.remove")(function* ({ params }) {
        return yield* keys.remove(yield* CurrentCaller, yield* CurrentContext, params.access_key)
      }),
      rotate: Effect.fn("clusterKeys.rotate")(function* ({ payload }) {
        return yield* keys.rotate(yield* CurrentCaller, yield* CurrentContext, payload)
      })
    })
  })
)
