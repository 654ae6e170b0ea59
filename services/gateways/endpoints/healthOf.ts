import type { DateTime } from "effect"
import type { EndpointHealth } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { CheckAnswer } from "./EndpointProbe.ts"

/** Milliseconds above which an answer is slow. */
const slow = 2_000

/** The health that a check shows; `since` is kept while the state is. */
export const healthOf = (last: EndpointHealth | null, { latency_ms, trouble }: CheckAnswer, now: DateTime.Utc): EndpointHealth => {
  const state = trouble !== null ? "down" : (latency_ms ?? 0) > slow ? "degraded" : "up"
  return {
    state,
    latency_ms: latency_ms === null ? null : Math.round(latency_ms),
    error: trouble?.finding ?? null,
    checked_at: now,
    since: last !== null && last.state === state ? last.since : now
  }
}
