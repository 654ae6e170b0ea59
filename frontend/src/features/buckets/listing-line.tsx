import { component$ } from "@builder.io/qwik"
import { FreshnessLine } from "~/components/ui/freshness"
import { int } from "~/lib/format"
import type { LiveListing } from "./live-table/use-live-buckets"

export const ListingLine = component$<{ readonly live: LiveListing }>(({ live }) => {
  const { listing, progress } = live
  if (progress !== null) {
    return (
      <span class="flex items-center gap-2 text-xs text-ink-2" role="status">
        <progress class="meter w-24" max={100} value={progress.percent} aria-label="Refresh of the listing" />
        {progress.total === null ? "Reading names…" : `${int(progress.processed)} of ${int(progress.total)} counted`}
      </span>
    )
  }
  if (listing === null) return null
  return (
    <FreshnessLine
      stream={live.live ? "open" : "closed"}
      readAt={listing.refreshed_at}
      stale={listing.stale}
      verb="All read"
    />
  )
})
