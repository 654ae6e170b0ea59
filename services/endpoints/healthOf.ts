import { type DateTime, Result } from "effect"
import type { GatewayFailure } from "#domain/errors/Errors.ts"
import type { EndpointHealth } from "#domain/endpoints/StorageEndpoint.ts"

/** Milliseconds above which an answer is slow. */
const slow = 2_000

/** The health that a ping shows; `since` is kept while the state is. */
export const healthOf = (
  last: EndpointHealth | null,
  outcome: Result.Result<{ readonly latency_ms: number }, GatewayFailure>,
  now: DateTime.Utc
): EndpointHealth => {
  const state = Result.isFailure(outcome) ? "down" : outcome.success.latency_ms > slow ? "degraded" : "up"
  return {
    state,
    latency_ms: Result.isSuccess(outcome) ? Math.round(outcome.success.latency_ms) : null,
    error: Result.isFailure(outcome) ? outcome.failure.code : null,
    checked_at: now,
    since: last !== null && last.state === state ? last.since : now
  }
}
