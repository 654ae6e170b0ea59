import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { ManagedShares } from "#services/objects/shares/ManagedShares.ts"

export const ManagerSharesHandlers = HttpApiBuilder.group(
  Api,
  "managerShares",
  Effect.fn(function* (handlers) {
    const shares = yield* ManagedShares
    return handlers.handleAll({
      list: Effect.fn("managerShares.list")(function* ({ params }) {
        return { items: yield* shares.ofBucket(yield* CurrentContext, params.bucket_name) }
      }),
      revoke: Effect.fn("managerShares.revoke")(function* ({ params }) {
        yield* shares.revokeOfBucket(yield* CurrentCaller, yield* CurrentContext, params.bucket_name, params.share_id)
      })
    })
  })
)
