import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentPortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { PortalKeys } from "#services/iam/portal/PortalKeys.ts"

const request = Effect.all([CurrentCaller, CurrentPortalAccount])

export const PortalAccessKeysHandlers = HttpApiBuilder.group(
  Api,
  "portalAccessKeys",
  Effect.fn(function* (handlers) {
    const keys = yield* PortalKeys
    return handlers.handleAll({
      list: Effect.fn("portalAccessKeys.list")(function* () {
        return { items: yield* keys.list(...(yield* request)) }
      }),
      create: Effect.fn("portalAccessKeys.create")(function* ({ payload }) {
        return yield* keys.create(...(yield* request), payload)
      }),
      update: Effect.fn("portalAccessKeys.update")(function* ({ params, payload }) {
        return yield* keys.setActive(...(yield* request), params.key_id, payload.active)
      }),
      remove: Effect.fn("portalAccessKeys.remove")(function* ({ params }) {
        return yield* keys.remove(...(yield* request), params.key_id)
      })
    })
  })
)
