import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Shares } from "#services/objects/shares/Shares.ts"

export const BrowserSharesHandlers = HttpApiBuilder.group(
  Api,
  "browserShares",
  Effect.fn(function* (handlers) {
    const shares = yield* Shares
    return handlers.handleAll({
      create: Effect.fn("browserShares.create")(function* ({ params, payload }) {
        return yield* shares.create(yield* CurrentCaller, yield* CurrentContext, params.bucket_name, payload)
      }),
      list: Effect.fn("browserShares.list")(function* ({ params }) {
        return { items: yield* shares.ofBucket(yield* CurrentCaller, yield* CurrentContext, params.bucket_name) }
      })
    })
  })
)

export const OwnSharesHandlers = HttpApiBuilder.group(
  Api,
  "ownShares",
  Effect.fn(function* (handlers) {
    const shares = yield* Shares
    return handlers.handleAll({
      mine: Effect.fn("ownShares.mine")(function* () {
        return { items: yield* shares.mine(yield* CurrentCaller) }
      }),
      address: Effect.fn("ownShares.address")(function* ({ params }) {
        return { url: yield* shares.address(yield* CurrentCaller, params.share_id) }
      }),
      revoke: Effect.fn("ownShares.revoke")(function* ({ params }) {
        yield* shares.revoke(yield* CurrentCaller, params.share_id)
      }),
      hits: Effect.fn("ownShares.hits")(function* ({ params }) {
        return { items: yield* shares.hits(yield* CurrentCaller, params.share_id) }
      })
    })
  })
)
