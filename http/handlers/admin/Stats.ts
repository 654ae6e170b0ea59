import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { Statistics } from "#services/usage/Statistics.ts"

export const StatsHandlers = HttpApiBuilder.group(
  Api,
  "adminStats",
  Effect.fn(function* (handlers) {
    const statistics = yield* Statistics
    return handlers.handleAll({
      summary: () => statistics.summary,
      storage: ({ query }) => statistics.storage(query.days),
      traffic: ({ query }) => statistics.traffic(query.days)
    })
  })
)
