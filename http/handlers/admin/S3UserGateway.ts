import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { UsersOnGateway } from "#services/accounts/UsersOnGateway.ts"

export const S3UserGatewayHandlers = HttpApiBuilder.group(
  Api,
  "adminS3UserGateway",
  Effect.fn(function* (handlers) {
    const users = yield* UsersOnGateway
    return handlers.handleAll({
      get: ({ params }) => users.get(params.id),
      update: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => users.update(caller, params.id, payload)),
      setQuota: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => users.setQuota(caller, params.id, params.quota, payload)),
      setCaps: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => users.setCaps(caller, params.id, payload)),
      setRateLimit: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => users.setRateLimit(caller, params.id, payload)),
      suspend: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => users.suspend(caller, params.id, payload)),
      delete: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => users.delete(caller, params.id))
    })
  })
)
