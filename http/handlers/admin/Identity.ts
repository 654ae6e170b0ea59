import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/access/Caller.ts"
import { defaultCursorLimit } from "#domain/paging/Cursor.ts"
import { AuthenticationSettings } from "#services/signin/AuthenticationSettings.ts"
import { SessionInventory } from "#services/sessions/SessionInventory.ts"
import { LinkRequests } from "#services/federation/LinkRequests.ts"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { searchText } from "../searchText.ts"

export const IdentityHandlers = HttpApiBuilder.group(Api, "adminIdentity", Effect.fn(function*(handlers) {
  const requests = yield* LinkRequests
  const inventory = yield* SessionInventory
  const settings = yield* AuthenticationSettings
  return handlers.handleAll({
    linkRequests: ({ query }) =>
      Effect.flatMap(CurrentCaller, (caller) =>
        requests.list(caller, { status: query.status ?? null, cursor: query.cursor ?? null, limit: query.limit ?? defaultCursorLimit })),
    approveLink: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => requests.approve(caller, params.request_id)),
    rejectLink: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => requests.reject(caller, params.request_id)),
    sessions: ({ query }) =>
      Effect.flatMap(CurrentCaller, (caller) =>
        inventory.list(caller, {
          search: searchText(query.search),
          cursor: query.cursor ?? null,
          limit: query.limit ?? defaultCursorLimit
        })),
    revokeSession: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => inventory.revoke(caller, params.session_id)),
    settings: () => settings.read,
    updateSettings: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => settings.update(caller, payload))
  })
}))
