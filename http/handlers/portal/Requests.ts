import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentPortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { PortalRequests } from "#services/iam/portal/PortalRequests.ts"
import { PortalUsage } from "#services/iam/portal/PortalUsage.ts"

const request = Effect.all([CurrentCaller, CurrentPortalAccount])

export const PortalRequestsHandlers = HttpApiBuilder.group(
  Api,
  "portalRequests",
  Effect.fn(function* (handlers) {
    const requests = yield* PortalRequests
    const usage = yield* PortalUsage
    return handlers.handleAll({
      usage: Effect.fn("portalRequests.usage")(function* () {
        return yield* usage.read(...(yield* request))
      }),
      list: Effect.fn("portalRequests.list")(function* () {
        return { items: yield* requests.list(...(yield* request)) }
      }),
      create: Effect.fn("portalRequests.create")(function* ({ payload }) {
        return yield* requests.create(...(yield* request), payload)
      }),
      withdraw: Effect.fn("portalRequests.withdraw")(function* ({ params }) {
        return yield* requests.withdraw(...(yield* request), params.request_id)
      }),
      approve: Effect.fn("portalRequests.approve")(function* ({ params, payload }) {
        return yield* requests.approve(...(yield* request), params.request_id, payload)
      }),
      reject: Effect.fn("portalRequests.reject")(function* ({ params, payload }) {
        return yield* requests.reject(...(yield* request), params.request_id, payload.reason)
      })
    })
  })
)
