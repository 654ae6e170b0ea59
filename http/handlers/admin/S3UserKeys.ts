import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { UserKeys } from "#services/accounts/UserKeys.ts"

export const S3UserKeysHandlers = HttpApiBuilder.group(
  Api,
  "adminS3UserKeys",
  Effect.fn(function* (handlers) {
    const keys = yield* UserKeys
    return handlers.handleAll({
      list: ({ params }) => keys.list(params.user_id),
      activity: ({ params }) => keys.activity(params.user_id),
      create: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => keys.create(caller, params.user_id)),
      update: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) =>
          keys.setActive(caller, params.user_id, params.access_key, payload.active)
        ),
      remove: ({ params }) =>
        Effect.flatMap(CurrentCaller, (caller) => keys.remove(caller, params.user_id, params.access_key))
    })
  })
)
