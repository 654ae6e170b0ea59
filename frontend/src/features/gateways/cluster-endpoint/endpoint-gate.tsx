import { $, component$, Slot } from "@builder.io/qwik"
import { ListingPage, PageHeader } from "~/components/ui/page-header"
import { EmptyState, ErrorState } from "~/components/ui/states"
import { useLocation } from "~/lib/route"
import { reload } from "~/lib/use-loaded"
import { navItemOf } from "~/lib/workspaces"
import { EndpointSelect } from "./endpoint-select"
import { requestedEndpointId } from "./selected-endpoint"
import { useClusterEndpointProvider } from "./use-cluster-endpoint"

export const EndpointGate = component$(() => {
  const location = useLocation()
  const { id, list } = useClusterEndpointProvider()
  const endpoints = list.value
  const isUnknown = endpoints !== null && id.value === null && requestedEndpointId(location.url.searchParams) !== null
  const failed = endpoints === null ? list.problem : undefined
  if (failed === undefined && !isUnknown && endpoints?.length !== 0) return <Slot />
  return (
    <ListingPage>
      <PageHeader title={navItemOf(location.url.pathname)?.label ?? "Cluster Admin"} />
      <div class="grid flex-1 place-items-center p-6">
        {failed !== undefined ? (
          <ErrorState title="The endpoints could not be read" problem={failed} onRetry$={$(() => reload(list))} />
        ) : isUnknown && endpoints.length > 0 ? (
          <EmptyState
            icon="server"
            title="Endpoint not found"
            text="It was removed, or the address is wrong. Choose another."
          >
            <EndpointSelect />
          </EmptyState>
        ) : (
          <EmptyState
            icon="server"
            title="No storage endpoint yet"
            text="An administrator registers storage endpoints in Admin."
          />
        )}
      </div>
    </ListingPage>
  )
})
