import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import type { UsageFrame } from "#api/manager/UsageStats.ts"
import { CurrentContext } from "#domain/contexts/CurrentContext.ts"
import { UsageEvent } from "#domain/usage/Usage.ts"
import { Usage } from "#services/usage/Usage.ts"
import { problemOf } from "../../problems.ts"
import { RequestId } from "../../RequestId.ts"
import { numberedFrames, type Unnumbered } from "../numberedFrames.ts"
import { whileAllowed } from "../whileAllowed.ts"

type Frame = Unnumbered<UsageFrame>

const frame = UsageEvent.match({
  Progress: ({ data }): Frame => ({ event: "progress", data }),
  Result: ({ data }): Frame => ({ event: "result", data })
})

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
        Stream.map(frame),
        Stream.catch((error) => Stream.succeed<Frame>({ event: "error", data: problemOf(error, requestId).problem })),
        Stream.concat(Stream.succeed<Frame>({ event: "done", data: {} })),
        numberedFrames<UsageFrame>,
        allowed
      )
    })
  })
}))
