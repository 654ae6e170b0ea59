import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { IamOverview } from "#services/iam/IamOverview.ts"
import { IamRights } from "#services/iam/IamRights.ts"
import { problemOf } from "../../problems.ts"
import { RequestId } from "../../RequestId.ts"
import { numberedFrames } from "../numberedFrames.ts"
import { interruptOnRevocation } from "../streamRights.ts"

export const IamReportsHandlers = HttpApiBuilder.group(
  Api,
  "iamReports",
  Effect.fn(function* (handlers) {
    const overview = yield* IamOverview
    const rights = yield* IamRights
    return handlers.handleAll({
      follow: Effect.fn("iamReports.follow")(function* ({ params, query }) {
        const context = yield* CurrentContext
        const allowed = yield* interruptOnRevocation("manager", query.context_id)
        const requestId = yield* RequestId
        return (yield* overview.follow(context, params.entity, query.details === "true")).pipe(
          Stream.catch((error) =>
            Stream.succeed({ event: "error" as const, data: problemOf(error, requestId).problem })
          ),
          Stream.concat(Stream.succeed({ event: "done" as const, data: {} })),
          numberedFrames,
          allowed
        )
      }),
      details: Effect.fn("iamReports.details")(function* ({ params, payload }) {
        return { items: yield* overview.details(yield* CurrentContext, params.entity, payload.names) }
      }),
      followUnused: Effect.fn("iamReports.followUnused")(function* ({ query }) {
        const context = yield* CurrentContext
        const allowed = yield* interruptOnRevocation("manager", query.context_id)
        const requestId = yield* RequestId
        return (yield* overview.followUnused(context)).pipe(
          Stream.catch((error) =>
            Stream.succeed({ event: "error" as const, data: problemOf(error, requestId).problem })
          ),
          Stream.concat(Stream.succeed({ event: "done" as const, data: {} })),
          numberedFrames,
          allowed
        )
      }),
      unused: Effect.fn("iamReports.unused")(function* () {
        return yield* overview.unused(yield* CurrentContext)
      }),
      sources: Effect.fn("iamReports.sources")(function* ({ params }) {
        return yield* rights.sources(yield* CurrentContext, params.entity, params.name)
      }),
      ask: Effect.fn("iamReports.ask")(function* ({ params, payload }) {
        return yield* rights.ask(yield* CurrentContext, params.entity, params.name, payload)
      }),
      check: Effect.fn("iamReports.check")(function* ({ payload }) {
        return yield* rights.check(yield* CurrentContext, payload)
      }),
      test: Effect.fn("iamReports.test")(function* ({ params, payload }) {
        return yield* rights.test(yield* CurrentContext, params.role_name, payload)
      })
    })
  })
)
