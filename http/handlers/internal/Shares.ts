import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { ShareRetention } from "#services/objects/shares/ShareRetention.ts"

export const InternalSharesHandlers = HttpApiBuilder.group(
  Api,
  "internalShares",
  Effect.fn(function* (handlers) {
    const retention = yield* ShareRetention
    return handlers.handleAll({ purge: () => retention.purge })
  })
)
