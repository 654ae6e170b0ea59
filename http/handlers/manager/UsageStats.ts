import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import type { UsageFrame } from "#api/manager/UsageStats.ts"
import { CurrentCaller } from "#domain/Caller.ts"
import { UsageEvent } from "#domain/Usage.ts"
import { ExecutionContexts } from "#services/connections/ExecutionContexts.ts"
import { Usage } from "#services/usage/Usage.ts"
import { problemOf } from "../../problems.ts"
import { RequestId } from "../../RequestId.ts"
import { whileAllowed } from "../whileAllowed.ts"

type Unnumbered = UsageFrame extends infer Frame ? Frame extends UsageFrame ? Omit<Frame, "id"> : never : never

const frame = (event: UsageEvent): Unnumbered =>
  UsageEvent.match(event, {
    Progress: (data): Unnumbered => ({ event: "progress", data }),
    Result: ({ snapshot }): Unnumbered => ({ event: "result", data: snapshot })
  })

const numbered = (unnumbered: Unnumbered, index: number) => ({ id: String(index + 1), ...unnumbered }) as UsageFrame

export const UsageStatsHandlers = HttpApiBuilder.group(Api, "usageStats", Effect.fn(function*(handlers) {
  const usage = yield* Usage
  const contexts = yield* ExecutionContexts
  const resolve = Effect.fnUntraced(function*(contextId: string) {
    return yield* contexts.resolve(yield* CurrentCaller, "manager", contextId)
  })
  return handlers.handleAll({
    latest: Effect.fn("usageStats.latest")(function*({ query }) {
      const { context } = yield* resolve(query.context_id)
      return { snapshot: yield* usage.latest(context.id) }
    }),
    stream: Effect.fn("usageStats.stream")(function*({ query }) {
      const { listingKey } = yield* resolve(query.context_id)
      const allowed = yield* whileAllowed(yield* CurrentCaller, "manager", query.context_id)
      const requestId = yield* RequestId
      return usage.recount(listingKey).pipe(
        Stream.map(frame),
        Stream.catch((error) => Stream.succeed<Unnumbered>({ event: "error", data: problemOf(error, requestId).problem })),
        Stream.concat(Stream.succeed<Unnumbered>({ event: "done", data: {} })),
        Stream.map(numbered),
        allowed
      )
    })
  })
}))
