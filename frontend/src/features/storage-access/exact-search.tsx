import { component$, type Signal } from "@builder.io/qwik"
import type { ListingState } from "~/components/listing"
import { type Scan, scanText } from "./exact"

/** Whether a search is exact: beside the filters, which show it as well. */
export const ExactToggle = component$<{ readonly listing: ListingState }>(({ listing }) => {
  const { url } = listing.table
  return (
    <label class="flex min-h-8 items-center gap-2 text-xs whitespace-nowrap">
      <input type="checkbox" class="check" checked={url["match"] === "exact"} onChange$={(_, box) => { url["match"] = box.checked ? "exact" : "" }} />
      Exact match
    </label>
  )
})

/** How far an exact search looked. */
export const ExactScan = component$<{ readonly scan: Signal<Scan | null>; readonly listing: ListingState; readonly noun: string }>(({ listing, noun, scan }) =>
  scan.value === null || listing.table.url["match"] !== "exact" ? null
    : <p class="px-5 pb-2 text-xs text-ink-2" role="status" data-testid="exact-scan">{scanText(scan.value, noun)}</p>)
