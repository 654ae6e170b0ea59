import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { ManagedShares } from "#services/objects/shares/ManagedShares.ts"

export const AdminSharesHandlers = HttpApiBuilder.group(
  Api,
  "adminShares",
  Effect.fn(function* (handlers) {
    const shares = yield* ManagedShares
    return handlers.handleAll({
      list: Effect.fn("adminShares.list")(function* ({ query }) {
        return yield* shares.page(query)
      }),
      revoke: Effect.fn("adminShares.revoke")(function* ({ params }) {
        yield* shares.revoke(yield* CurrentCaller, params.share_id)
      })
    })
  })
)
