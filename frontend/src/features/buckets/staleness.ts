import type { Staleness } from "~/components/resource-table/types"
import type { ListingState } from "./bucket"

/** Text of the banner above the rows when the buckets could not be read. */
export const staleness = (listing: ListingState): Staleness | null =>
  listing.stale
    ? {
        message: `${listing.state === "empty" ? "The buckets could not be listed." : "These are the last known buckets."} ${listing.last_error?.detail ?? "The gateway could not be read."}`,
        since: listing.refreshed_at
      }
    : null
