import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { PortalAccess } from "#services/iam/portal/PortalAccess.ts"
import { StorageStatuses } from "#services/iam/portal/StorageStatuses.ts"

export const AdminPortalHandlers = HttpApiBuilder.group(
  Api,
  "adminPortal",
  Effect.fn(function* (handlers) {
    const portal = yield* PortalAccess
    const statuses = yield* StorageStatuses
    return handlers.handleAll({
      settings: ({ params }) => portal.settings(params.id),
      updateSettings: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => portal.updateSettings(caller, params.id, payload)),
      status: ({ params }) => statuses.read(params.id),
      setStatusNote: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => statuses.setNote(caller, params.id, payload))
    })
  })
)
