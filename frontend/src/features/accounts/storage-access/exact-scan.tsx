import { component$, type Signal } from "@builder.io/qwik"
import type { ListingState } from "~/components/listing"
import { type Scan, scanText } from "./exact"

export const ExactScan = component$<{
  readonly scan: Signal<Scan | null>
  readonly listing: ListingState
  readonly noun: string
}>(({ listing, noun, scan }) =>
  scan.value === null || listing.table.url["match"] !== "exact" ? null : (
    <p class="px-5 pb-2 text-xs text-ink-2" role="status" data-testid="exact-scan">
      {scanText(scan.value, noun)}
    </p>
  )
)
