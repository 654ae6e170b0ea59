import { Duration } from "effect"
import type { ListingState } from "#domain/buckets/BucketListing.ts"

const FAILURE_RETRY_DELAY = Duration.seconds(30)

/** After a failure at most every 30 s. `now`: milliseconds. */
export const needsRefresh = (state: ListingState, ttl: Duration.Duration, now: number): boolean => {
  if (state.refreshing) return false
  if (state.failed_at !== null && now - Date.parse(state.failed_at) < Duration.toMillis(FAILURE_RETRY_DELAY))
    return false
  if (state.refreshed_at === null || state.state !== "complete" || state.last_error !== null) return true
  return now - Date.parse(state.refreshed_at) >= Duration.toMillis(ttl)
}
