import { component$ } from "@builder.io/qwik"
import { scopeOf, useExecutionContexts } from "~/lib/execution-contexts"
import { OpenPanel, type OpenPanelProps } from "./open-panel"

/** Where a panel opens: runs with the page and knows whether there is one, so that the panel itself is fetched only then. */
export const PanelPlace = component$<OpenPanelProps>(({ listing, panel }) => {
  const { status } = listing.opened.value
  const contexts = useExecutionContexts()
  // the row of another context goes with it, not a moment later; read at every rendering, so that each change of it causes one
  const belongs = listing.table.state.scope === scopeOf(contexts)
  return status !== "none" && belongs ? <OpenPanel listing={listing} panel={panel} /> : null
})
