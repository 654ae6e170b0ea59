import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { AccountsOnGateway } from "#services/accounts/AccountsOnGateway.ts"

export const AccountGatewayHandlers = HttpApiBuilder.group(
  Api,
  "adminAccountGateway",
  Effect.fn(function* (handlers) {
    const accounts = yield* AccountsOnGateway
    return handlers.handleAll({
      get: ({ params }) => accounts.get(params.id),
      update: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => accounts.update(caller, params.id, payload)),
      setLimits: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => accounts.setLimits(caller, params.id, payload)),
      setQuota: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => accounts.setQuota(caller, params.id, params.quota, payload)),
      delete: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => accounts.delete(caller, params.id))
    })
  })
)
