import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentPortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { SpaceGrowths } from "#services/usage/SpaceGrowths.ts"

export const PortalGrowthHandlers = HttpApiBuilder.group(
  Api,
  "portalGrowth",
  Effect.fn(function* (handlers) {
    const growths = yield* SpaceGrowths
    return handlers.handleAll({
      growth: Effect.fn("portalGrowth.growth")(function* ({ params }) {
        return yield* growths.read(yield* CurrentCaller, yield* CurrentPortalAccount, params.space_id)
      })
    })
  })
)
