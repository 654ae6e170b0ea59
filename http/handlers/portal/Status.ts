import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentPortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import { StorageStatuses } from "#services/iam/portal/StorageStatuses.ts"

export const PortalStatusHandlers = HttpApiBuilder.group(
  Api,
  "portalStatus",
  Effect.fn(function* (handlers) {
    const statuses = yield* StorageStatuses
    return handlers.handleAll({ status: () => Effect.flatMap(CurrentPortalAccount, statuses.ofAccount) })
  })
)
