import type { DateTime } from "effect"
import type { EndpointHealth } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { CheckAnswer } from "./EndpointProbe.ts"

const SLOW_RESPONSE_MS = 2_000

export const healthOf = (
  last: EndpointHealth | null,
  { latency_ms, trouble }: CheckAnswer,
  now: DateTime.Utc
): EndpointHealth => {
  const state = trouble !== null ? "down" : (latency_ms ?? 0) > SLOW_RESPONSE_MS ? "degraded" : "up"
  return {
    state,
    latency_ms: latency_ms === null ? null : Math.round(latency_ms),
    error: trouble?.finding ?? null,
    checked_at: now,
    since: last !== null && last.state === state ? last.since : now
  }
}
