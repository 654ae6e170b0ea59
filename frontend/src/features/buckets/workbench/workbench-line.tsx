import { component$ } from "@builder.io/qwik"
import { FreshnessLine } from "~/components/ui/freshness"
import { int } from "~/lib/format"
import type { LiveWorkbench } from "./workbench-page"

export const WorkbenchLine = component$<{ readonly live: LiveWorkbench }>(({ live: { listing, live, progress } }) => {
  if (progress !== null)
    return (
      <span class="flex items-center gap-2 text-xs text-ink-2" role="status">
        <progress class="meter w-24" max={100} value={progress.percent} aria-label="Refresh of the listing" />
        {!progress.total ? "Reading names…" : `${int(progress.processed)} of ${int(progress.total)} counted`}
      </span>
    )
  return listing === null ? null : (
    <FreshnessLine stream={live ? "open" : "closed"} readAt={listing.read_at} stale={listing.stale} />
  )
})
