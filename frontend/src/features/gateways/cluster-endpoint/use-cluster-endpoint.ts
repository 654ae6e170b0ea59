import { $, createContextId, type Signal, useContext, useContextProvider } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Row } from "~/client/contract"
import { type Loaded, useLoaded } from "~/lib/use-loaded"
import { EndpointIdContext } from "~/lib/scope"
import { useSelectedId } from "~/lib/use-selected-id"
import { ENDPOINT_PARAMETER, requestedEndpointId, selectedEndpoint } from "./selected-endpoint"

export { ENDPOINT_PARAMETER }

export type ClusterEndpoint = Row<"GET /api/cluster-admin/endpoints">

export interface ClusterEndpointState {
  readonly list: Loaded<ReadonlyArray<ClusterEndpoint>>
  readonly id: Signal<string | null>
}

const STORED = "stowage:cluster-endpoint"

const ClusterEndpointContext = createContextId<ClusterEndpointState>("stowage.cluster-endpoint")

export const useClusterEndpoint = () => useContext(ClusterEndpointContext)

export const useClusterEndpointProvider = (): ClusterEndpointState => {
  const list = useLoaded(
    $(async (signal: AbortSignal) => (await call("GET /api/cluster-admin/endpoints", { signal })).items)
  )
  const id = useSelectedId({
    list,
    parameter: ENDPOINT_PARAMETER,
    select$: $((endpoints: ReadonlyArray<ClusterEndpoint>, _: string | null, last: string | null) =>
      selectedEndpoint(
        endpoints,
        requestedEndpointId(new URLSearchParams(window.location.search)),
        last,
        localStorage.getItem(STORED)
      )
    ),
    store$: $((selected: string) => localStorage.setItem(STORED, selected))
  })
  const state = { list, id }
  useContextProvider(ClusterEndpointContext, state)
  useContextProvider(EndpointIdContext, id)
  return state
}
