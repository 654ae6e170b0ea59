import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { TopicEndpoints } from "#services/iam/topics/TopicEndpoints.ts"
import { NotificationTests } from "#services/iam/topics/NotificationTests.ts"
import { Topics } from "#services/iam/topics/Topics.ts"
import { numberedFrames } from "../numberedFrames.ts"
import { interruptOnRevocation } from "../streamRights.ts"

export const TopicsHandlers = HttpApiBuilder.group(
  Api,
  "topics",
  Effect.fn(function* (handlers) {
    const topics = yield* Topics
    const tests = yield* NotificationTests
    const endpoints = yield* TopicEndpoints
    return handlers.handleAll({
      list: Effect.fn("topics.list")(function* () {
        return { items: yield* topics.list(yield* CurrentContext) }
      }),
      uses: Effect.fn("topics.uses")(function* () {
        return yield* topics.uses(yield* CurrentContext)
      }),
      get: Effect.fn("topics.get")(function* ({ params }) {
        return yield* topics.get(yield* CurrentContext, params.topic_arn)
      }),
      check: Effect.fn("topics.check")(function* ({ payload }) {
        return yield* topics.check(yield* CurrentContext, payload.topic_arn ?? null, payload.attributes)
      }),
      create: Effect.fn("topics.create")(function* ({ payload }) {
        return yield* topics.create(yield* CurrentCaller, yield* CurrentContext, payload.name, payload.attributes)
      }),
      endpoint: Effect.fn("topics.endpoint")(function* ({ params }) {
        return yield* endpoints.check(yield* CurrentCaller, yield* CurrentContext, params.topic_arn)
      }),
      update: Effect.fn("topics.update")(function* ({ params, payload }) {
        return yield* topics.update(
          yield* CurrentCaller,
          yield* CurrentContext,
          params.topic_arn,
          payload.attributes,
          payload.version
        )
      }),
      test: Effect.fn("topics.test")(function* ({ payload, query }) {
        const allowed = yield* interruptOnRevocation("manager", query.context_id)
        const events = yield* tests.run(yield* CurrentCaller, yield* CurrentContext, payload.bucket)
        return events.pipe(Stream.concat(Stream.succeed({ event: "done" as const, data: {} })), numberedFrames, allowed)
      }),
      remove: Effect.fn("topics.remove")(function* ({ params, query }) {
        return yield* topics.remove(
          yield* CurrentCaller,
          yield* CurrentContext,
          params.topic_arn,
          query.despite_uses === "true"
        )
      })
    })
  })
)
