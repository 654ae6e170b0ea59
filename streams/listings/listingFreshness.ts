import { Duration } from "effect"
import type { ListingState } from "#domain/buckets/BucketListing.ts"

/** A gateway that failed is not asked again for every reader that looks. */
const patience = Duration.seconds(30)

/**
 * Whether looking at a listing should refresh it: never read completely, or older than `ttl`, and no refresh runs;
 * after a failure at most every 30 s. `now` in milliseconds of the epoch.
 */
export const needsRefresh = (
  state: ListingState, ttl: Duration.Duration, now: number
): boolean => {
  if (state.refreshing) return false
  if (state.failed_at !== null && now - Date.parse(state.failed_at) < Duration.toMillis(patience)) return false
  if (state.refreshed_at === null || state.state !== "complete" || state.last_error !== null) return true
  return now - Date.parse(state.refreshed_at) >= Duration.toMillis(ttl)
}
