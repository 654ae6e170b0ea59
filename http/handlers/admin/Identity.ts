import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { AuthenticationSettings } from "#services/identity/signin/AuthenticationSettings.ts"
import { SessionInventory } from "#services/identity/sessions/SessionInventory.ts"
import { LinkRequests } from "#services/identity/federation/LinkRequests.ts"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const IdentityHandlers = HttpApiBuilder.group(
  Api,
  "adminIdentity",
  Effect.fn(function* (handlers) {
    const requests = yield* LinkRequests
    const inventory = yield* SessionInventory
    const settings = yield* AuthenticationSettings
    return handlers.handleAll({
      linkRequests: ({ query }) => Effect.flatMap(CurrentCaller, (caller) => requests.list(caller, query)),
      linkRequest: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => requests.one(caller, params.request_id)),
      approveLink: ({ params }) =>
        Effect.flatMap(CurrentCaller, (caller) => requests.approve(caller, params.request_id)),
      rejectLink: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => requests.reject(caller, params.request_id)),
      sessions: ({ query }) => Effect.flatMap(CurrentCaller, (caller) => inventory.list(caller, query)),
      session: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => inventory.one(caller, params.session_id)),
      revokeSession: ({ params }) =>
        Effect.flatMap(CurrentCaller, (caller) => inventory.revoke(caller, params.session_id)),
      settings: () => settings.read,
      updateSettings: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => settings.update(caller, payload))
    })
  })
)
