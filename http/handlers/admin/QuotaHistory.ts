import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { QuotaHistories } from "#services/usage/QuotaHistories.ts"

export const QuotaHistoryHandlers = HttpApiBuilder.group(
  Api,
  "adminQuotaHistory",
  Effect.fn(function* (handlers) {
    const histories = yield* QuotaHistories
    return handlers.handleAll({ read: ({ params, query }) => histories.read(params, query) })
  })
)
