import type { Staleness } from "~/components/resource-table/types"
import type { ListingState } from "./bucket"

export const staleness = (listing: ListingState): Staleness | null =>
  listing.stale
    ? { message: `These are the last known buckets. ${listing.last_error?.detail ?? "The gateway could not be read."}`, since: listing.refreshed_at }
    : null
