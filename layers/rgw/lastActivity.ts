import { DateTime, Duration, Effect, Schema } from "effect"
import type { OwnerActivity } from "#domain/accounts/OwnerActivity.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { AdminCalls } from "./AdminCalls.ts"
import { isDenied } from "./refusals.ts"
import { newestHour, usageTime, WireUsage } from "./wire/Usage.ts"

const patience = Duration.minutes(1)
const aDay = Duration.days(1)

/**
 * How far back is looked, one after the other: the log of somebody busy has a line for each bucket and hour, and grows for as long as nobody trims it.
 * Whoever was active lately is found in the first; null: from its beginning.
 */
const reaches = [Duration.hours(2), Duration.days(2), Duration.days(60), null]

const usageCall = (query: Readonly<Record<string, string>>) => ({ operation: "GetUsage", method: "GET", path: "/usage", idempotent: true, timeout: patience, query } as const)

/** When somebody was last active by the usage log (A18): one call where they were within two hours, five at most. */
export const lastActivity = (calls: AdminCalls["Service"]) => Effect.fnUntraced(function*(target: AdminTarget, uid: string): Effect.fn.Return<OwnerActivity, GatewayFailure> {
  const read_at = yield* DateTime.now
  const since = (reach: Duration.Duration | null): Record<string, string> => reach === null ? {} : { start: usageTime(DateTime.subtractDuration(read_at, reach)) }
  const log = (query: Readonly<Record<string, string>>) => calls.document(target, usageCall({ "show-entries": "true", "show-summary": "false", ...query }), WireUsage)

  const look = Effect.gen(function*() {
    for (const reach of reaches) {
      const hour = newestHour(yield* log({ uid, ...since(reach) }))
      if (hour !== null) return { state: "known" as const, last_active_hour: hour, granularity_seconds: 3600 as const, read_at }
    }
    // a log that is kept has something of somebody: the look at the gateway's health is an entry itself
    const { summary } = yield* calls.document(target, usageCall({ "show-entries": "false", "show-summary": "true", ...since(aDay) }), Schema.Struct({ summary: Schema.Array(Schema.Unknown) }))
    return { state: summary.length > 0 ? "none" as const : "no_log" as const, read_at }
  })
  return yield* Effect.catchIf(look, isDenied, () => Effect.succeed({ state: "refused" as const, read_at }))
})
