import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { UiGroups } from "#services/identity/UiGroups.ts"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const GroupsHandlers = HttpApiBuilder.group(
  Api,
  "adminGroups",
  Effect.fn(function* (handlers) {
    const groups = yield* UiGroups
    return handlers.handleAll({
      list: ({ query }) => groups.page(query),
      minimal: () => groups.minimal,
      get: ({ params }) => groups.get(params.id),
      create: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => groups.create(caller, payload)),
      update: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => groups.update(caller, params.id, payload)),
      remove: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => groups.remove(caller, params.id))
    })
  })
)
