import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { Importables } from "#services/accounts/Importables.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"

export const S3UsersHandlers = HttpApiBuilder.group(
  Api,
  "adminS3Users",
  Effect.fn(function* (handlers) {
    const users = yield* RgwUsers
    const importables = yield* Importables
    return handlers.handleAll({
      list: ({ query: { drift, ...query } }) =>
        users.page({ ...query, ...(drift === undefined ? {} : { drift: drift === "true" }) }),
      minimal: () => users.minimal,
      importable: ({ query }) => importables.users(query),
      create: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => users.create(caller, payload)),
      import: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => users.import(caller, payload)),
      get: ({ params }) => users.get(params.id),
      update: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => users.update(caller, params.id, payload)),
      unregister: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => users.unregister(caller, params.id))
    })
  })
)
