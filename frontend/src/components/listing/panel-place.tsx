import { component$ } from "@builder.io/qwik"
import { scopeOfListing } from "./use-listing"
import { OpenPanel, type OpenPanelProps } from "./open-panel"

/** Runs with the page, so that the panel is fetched only when a row is open. */
export const PanelPlace = component$<OpenPanelProps>(({ listing, panel }) => {
  const { status } = listing.opened.value
  // Read at every rendering, so that each change renders.
  const belongs = listing.table.state.scope === scopeOfListing(listing)
  return status !== "none" && belongs ? <OpenPanel listing={listing} panel={panel} /> : null
})
