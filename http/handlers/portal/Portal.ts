import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentPortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { PortalAccess } from "#services/iam/portal/PortalAccess.ts"

export const PortalStateHandlers = HttpApiBuilder.group(
  Api,
  "portal",
  Effect.fn(function* (handlers) {
    const portal = yield* PortalAccess
    return handlers.handleAll({
      state: () => Effect.flatMap(CurrentPortalAccount, portal.state),
      accounts: () => Effect.flatMap(CurrentCaller, portal.accounts)
    })
  })
)
