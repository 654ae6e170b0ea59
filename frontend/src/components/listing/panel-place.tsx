import { component$ } from "@builder.io/qwik"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { scopeOfListing } from "./use-listing"
import { OpenPanel, type OpenPanelProps } from "./open-panel"

/** Runs with the page, so that the panel is fetched only when a row is open. */
export const PanelPlace = component$<OpenPanelProps>(({ listing, panel }) => {
  const { status } = listing.opened.value
  const contexts = useExecutionContexts()
  // Read at every rendering, so that each change renders.
  const belongs = listing.table.state.scope === scopeOfListing(listing, contexts)
  return status !== "none" && belongs ? <OpenPanel listing={listing} panel={panel} /> : null
})
