import { $, component$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ActionButton, useAction, type Subject } from "~/components/action"
import { useExecutionContexts } from "~/lib/execution-contexts"
import type { LiveListing } from "./live-table/use-live-buckets"

export const RefreshButton = component$<{ readonly live: LiveListing }>(({ live }) => {
  const contexts = useExecutionContexts()
  const refresh = useAction({
    run$: $(({ id }: Subject) => callIn({ contextId: String(id) }, "POST /api/manager/buckets/cache/refresh")),
    failed: "The listing was not refreshed"
  })
  const context = contexts.current
  const refreshing = live.listing?.refreshing === true
  return (
    <ActionButton
      action={refresh}
      on={{ id: context?.id ?? "", name: context?.name ?? "" }}
      iconOnly
      label="Read the gateway again"
      icon="refresh-cw"
      spins={refreshing}
      disabled={context === null || refreshing}
    />
  )
})
