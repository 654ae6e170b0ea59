import { $ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { type Asking, EXACT_FILTER, type Filter } from "~/components/listing"

export const ENDPOINT_FILTER = {
  kind: "offered",
  name: "endpoint",
  label: "Endpoint",
  load$: $(async () =>
    (await call("GET /api/admin/storage-endpoints")).map(({ id, name }) => ({ value: String(id), label: name }))
  )
} as const satisfies Filter

const DRIFT_FILTER = {
  kind: "boolean",
  name: "drift",
  label: "Gateway",
  yes: "Differs",
  no: "Agrees"
} as const satisfies Filter

export const REGISTERED_FILTERS = [ENDPOINT_FILTER, DRIFT_FILTER, EXACT_FILTER] as const

export type AskingOfRegistered = Asking<typeof REGISTERED_FILTERS>

/** 0, which no endpoint has, for an invalid value. */
export const endpointIdOf = (endpoint: string | null): number | null =>
  endpoint === null ? null : /^\d{1,9}$/.test(endpoint) ? Number(endpoint) : 0

export const registeredQuery = ({
  filters: { drift, endpoint }
}: AskingOfRegistered): { readonly storage_endpoint_id: number | null; readonly drift: "true" | "false" | null } => ({
  storage_endpoint_id: endpointIdOf(endpoint),
  drift: drift === null ? null : drift ? "true" : "false"
})
