import { component$ } from "@builder.io/qwik"
import { useGo } from "~/lib/use-go"
import { ENDPOINT_PARAMETER, useClusterEndpoint } from "./use-cluster-endpoint"

/** Selector of the endpoint: the page's filters stay, its open row is closed. */
export const EndpointSelect = component$(() => {
  const { id, list } = useClusterEndpoint()
  const go = useGo()
  return (
    <label class="flex min-w-0 items-center gap-2">
      <span class="text-ink-2 max-sm:sr-only">Endpoint</span>
      <select
        class="input w-auto max-w-60 min-w-0"
        disabled={list.value === null}
        onChange$={(_, select) => {
          const search = new URLSearchParams(window.location.search)
          search.delete("open")
          search.set(ENDPOINT_PARAMETER, select.value)
          return go(`${window.location.pathname}?${search}`)
        }}
      >
        {id.value === null && <option value="">{list.value === null ? "Loading…" : "Choose an endpoint"}</option>}
        {list.value?.map((endpoint) => (
          <option key={endpoint.id} value={String(endpoint.id)} selected={String(endpoint.id) === id.value}>
            {endpoint.has_admin_ops ? endpoint.name : `${endpoint.name} (no Admin Ops)`}
          </option>
        ))}
      </select>
    </label>
  )
})
