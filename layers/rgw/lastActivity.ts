import { DateTime, Duration, Effect, Schema } from "effect"
import type { OwnerActivity } from "#domain/accounts/OwnerActivity.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { AdminCalls } from "./AdminCalls.ts"
import { isDenied } from "./refusals.ts"
import { newestHour, usageTime, WireUsage } from "./wire/Usage.ts"

const USAGE_TIMEOUT = Duration.minutes(1)
const LOG_CHECK_PERIOD = Duration.days(1)

/** Read in turn: the log grows by a line per bucket and hour until trimmed. Null: from its beginning. */
const LOOKBACK_PERIODS = [Duration.hours(2), Duration.days(2), Duration.days(60), null]

const usageCall = (query: Readonly<Record<string, string>>) =>
  ({ operation: "GetUsage", method: "GET", path: "/usage", idempotent: true, timeout: USAGE_TIMEOUT, query }) as const

export const lastActivity = (calls: AdminCalls["Service"]) =>
  Effect.fnUntraced(function* (target: AdminTarget, uid: string): Effect.fn.Return<OwnerActivity, GatewayFailure> {
    const read_at = yield* DateTime.now
    const since = (reach: Duration.Duration | null): Record<string, string> =>
      reach === null ? {} : { start: usageTime(DateTime.subtractDuration(read_at, reach)) }
    const log = (query: Readonly<Record<string, string>>) =>
      calls.document(target, usageCall({ "show-entries": "true", "show-summary": "false", ...query }), WireUsage)

    const readActivity = Effect.gen(function* () {
      for (const reach of LOOKBACK_PERIODS) {
        const hour = newestHour(yield* log({ uid, ...since(reach) }))
        if (hour !== null)
          return { state: "known" as const, last_active_hour: hour, granularity_seconds: 3600 as const, read_at }
      }
      // an active log has entries: our own health checks write some
      const { summary } = yield* calls.document(
        target,
        usageCall({ "show-entries": "false", "show-summary": "true", ...since(LOG_CHECK_PERIOD) }),
        Schema.Struct({ summary: Schema.Array(Schema.Unknown) })
      )
      return { state: summary.length > 0 ? ("none" as const) : ("no_log" as const), read_at }
    })
    return yield* Effect.catchIf(readActivity, isDenied, () => Effect.succeed({ state: "refused" as const, read_at }))
  })
