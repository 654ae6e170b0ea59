import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/contexts/CurrentContext.ts"
import { Usage } from "#services/usage/Usage.ts"
import { problemOf } from "../../problems.ts"
import { RequestId } from "../../RequestId.ts"
import { numberedFrames } from "../numberedFrames.ts"
import { whileAllowed } from "../whileAllowed.ts"

export const UsageStatsHandlers = HttpApiBuilder.group(Api, "usageStats", Effect.fn(function*(handlers) {
  const usage = yield* Usage
  return handlers.handleAll({
    latest: Effect.fn("usageStats.latest")(function*() {
      const { listingKey } = yield* CurrentContext
      return { snapshot: yield* usage.latest(listingKey) }
    }),
    stream: Effect.fn("usageStats.stream")(function*({ query }) {
      const { listingKey } = yield* CurrentContext
      const allowed = yield* whileAllowed("manager", query.context_id)
      const requestId = yield* RequestId
      return usage.recount(listingKey).pipe(
        Stream.catch((error) => Stream.succeed({ event: "error" as const, data: problemOf(error, requestId).problem })),
        Stream.concat(Stream.succeed({ event: "done" as const, data: {} })),
        numberedFrames,
        allowed
      )
    })
  })
}))
