import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { UsageHistory } from "#services/usage/UsageHistory.ts"

export const InternalUsageHistoryHandlers = HttpApiBuilder.group(
  Api,
  "internalUsageHistory",
  Effect.fn(function* (handlers) {
    const history = yield* UsageHistory
    return handlers.handleAll({ collect: () => history.collect })
  })
)
