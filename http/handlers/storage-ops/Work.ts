import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { userListingKey } from "#domain/accounts/contexts/listingOwner.ts"
import { callerUser, CurrentCaller } from "#domain/platform/access/Caller.ts"
import { workOf } from "../workOf.ts"

export const OpsWorkHandlers = HttpApiBuilder.group(
  Api,
  "opsWork",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(
      yield* workOf(
        "storage-ops",
        Effect.map(CurrentCaller, (caller) => ({
          scope: "storage-ops" as const,
          listingKey: userListingKey(callerUser(caller)?.id ?? 0)
        }))
      )
    )
  })
)
