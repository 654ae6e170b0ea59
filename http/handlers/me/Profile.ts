import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { OwnProfiles } from "#services/identity/users/OwnProfiles.ts"

export const OwnProfileHandlers = HttpApiBuilder.group(
  Api,
  "ownProfile",
  Effect.fn(function* (handlers) {
    const profiles = yield* OwnProfiles
    return handlers.handleAll({
      get: () => Effect.flatMap(CurrentCaller, profiles.get),
      update: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => profiles.update(caller, payload))
    })
  })
)
