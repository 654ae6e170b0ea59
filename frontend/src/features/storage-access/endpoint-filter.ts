import { $ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Asking, Filter } from "~/components/listing"

/** The filter of what is registered, by the endpoint where it stands. */
export const ENDPOINT_FILTER = {
  kind: "offered",
  name: "endpoint",
  label: "Endpoint",
  load$: $(async () => (await call("GET /api/admin/storage-endpoints")).map(({ id, name }) => ({ value: String(id), label: name })))
} as const satisfies Filter

export type ByEndpoint = Asking<readonly [typeof ENDPOINT_FILTER]>

/** What the address chooses, as the service takes it; an address of another shape names no endpoint. */
export const endpointOf = ({ filters }: ByEndpoint): { readonly storage_endpoint_id: number | null } =>
  ({ storage_endpoint_id: filters.endpoint === null ? null : /^\d{1,9}$/.test(filters.endpoint) ? Number(filters.endpoint) : 0 })
