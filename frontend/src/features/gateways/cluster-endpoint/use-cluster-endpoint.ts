import {
  $,
  createContextId,
  type Signal,
  useContext,
  useContextProvider,
  useSignal,
  useVisibleTask$
} from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Row } from "~/client/contract"
import { isShown, replaceAddress } from "~/lib/address"
import { useLocation } from "~/lib/route"
import { type Loaded, useLoaded } from "~/lib/use-loaded"
import { selectedEndpoint } from "./selected-endpoint"

export type ClusterEndpoint = Row<"GET /api/cluster-admin/endpoints">

export interface ClusterEndpointState {
  readonly list: Loaded<ReadonlyArray<ClusterEndpoint>>
  /** Id of the selected endpoint; null while it is not known, or when the address names an unknown one. */
  readonly id: Signal<string | null>
}

const STORED = "stowage:cluster-endpoint"
export const ENDPOINT_PARAMETER = "endpoint_id"

const ClusterEndpointContext = createContextId<ClusterEndpointState>("stowage.cluster-endpoint")

export const useClusterEndpoint = () => useContext(ClusterEndpointContext)

/** Selected endpoint of Cluster Admin: in the address, and in localStorage for the next visit. */
export const useClusterEndpointProvider = (): ClusterEndpointState => {
  const location = useLocation()
  const id = useSignal<string | null>(null)
  const list = useLoaded(
    $(async (signal: AbortSignal) => (await call("GET /api/cluster-admin/endpoints", { signal })).items)
  )
  useVisibleTask$(
    ({ track }) => {
      track(() => location.url.href)
      const endpoints = track(() => list.value)
      if (endpoints === null || !isShown(location)) return
      const search = new URLSearchParams(window.location.search)
      const named = search.get(ENDPOINT_PARAMETER)
      id.value = selectedEndpoint(endpoints, named, id.value, localStorage.getItem(STORED))
      if (id.value === null) return
      localStorage.setItem(STORED, id.value)
      if (named !== null) return
      search.set(ENDPOINT_PARAMETER, id.value)
      replaceAddress(`?${search}`)
    },
    { strategy: "document-ready" }
  )
  const state = { list, id }
  useContextProvider(ClusterEndpointContext, state)
  return state
}

/** Path parameters of a request. Throws without an endpoint: server rendering knows none. */
export const endpointParams = (id: string | null): { readonly endpoint_id: number } => {
  if (id === null) throw new Error("no endpoint is selected")
  return { endpoint_id: Number(id) }
}
