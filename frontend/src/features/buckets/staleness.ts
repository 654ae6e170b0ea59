import type { Staleness } from "~/components/resource-table/types"

interface ReadListing {
  readonly stale: boolean
  readonly state: string
  readonly refreshed_at: string | null
  readonly last_error: { readonly detail: string } | null
}

export const staleness = (listing: ReadListing): Staleness | null =>
  listing.stale
    ? {
        message:
          (listing.state === "empty" ? "The buckets could not be listed. " : "These are the last known buckets. ") +
          (listing.last_error?.detail ?? "The gateway could not be read."),
        since: listing.refreshed_at
      }
    : null
