import type { Staleness } from "~/components/resource-table/types"

interface ReadListing {
  readonly stale: boolean
  readonly state: string
  readonly refreshed_at: string | null
  readonly last_error: { readonly detail: string } | null
}

/** Text of the banner above the rows when the buckets could not be read. */
export const staleness = (listing: ReadListing): Staleness | null =>
  listing.stale
    ? {
        message:
          (listing.state === "empty" ? "The buckets could not be listed. " : "These are the last known buckets. ") +
          (listing.last_error?.detail ?? "The gateway could not be read."),
        since: listing.refreshed_at
      }
    : null
