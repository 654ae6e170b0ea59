import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Usage } from "#services/usage/Usage.ts"
import { UsageReports } from "#services/usage/UsageReports.ts"
import { UsageTraffics } from "#services/usage/UsageTraffics.ts"
import { RequestId } from "../../RequestId.ts"
import { recountFrames } from "../recountFrames.ts"
import { interruptOnRevocation } from "../streamRights.ts"

export const UsageStatsHandlers = HttpApiBuilder.group(
  Api,
  "usageStats",
  Effect.fn(function* (handlers) {
    const usage = yield* Usage
    const reports = yield* UsageReports
    const traffics = yield* UsageTraffics
    return handlers.handleAll({
      latest: Effect.fn("usageStats.latest")(function* () {
        return { snapshot: yield* usage.latest(yield* CurrentContext) }
      }),
      stream: Effect.fn("usageStats.stream")(function* ({ query }) {
        const context = yield* CurrentContext
        const allowed = yield* interruptOnRevocation("manager", query.context_id)
        const requestId = yield* RequestId
        return recountFrames(usage.recount(context, query.depth ?? "statistics"), requestId).pipe(allowed)
      }),
      buckets: Effect.fn("usageStats.buckets")(function* ({ query }) {
        return yield* reports.buckets(yield* CurrentContext, query)
      }),
      bucket: Effect.fn("usageStats.bucket")(function* ({ params }) {
        return yield* reports.bucket(yield* CurrentContext, params.bucket_name)
      }),
      history: Effect.fn("usageStats.history")(function* ({ query }) {
        return yield* reports.history(yield* CurrentContext, query.days, query.bucket_name ?? null)
      }),
      growth: Effect.fn("usageStats.growth")(function* ({ query }) {
        return yield* reports.growth(yield* CurrentContext, query.days, query.by ?? "used_bytes")
      }),
      traffic: Effect.fn("usageStats.traffic")(function* ({ query }) {
        return yield* traffics.read(yield* CurrentContext, query.period ?? "day", query.bucket_name ?? null)
      })
    })
  })
)
