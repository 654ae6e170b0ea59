import { component$ } from "@builder.io/qwik"
import { Badge } from "~/components/ui/badge"

export const EndpointCell = component$<{ readonly row: { readonly storage_endpoint_name: string; readonly storage_endpoint_is_default: boolean } }>(({ row }) => (
  <span class="flex items-center gap-2">
    <span class="truncate">{row.storage_endpoint_name}</span>
    {row.storage_endpoint_is_default && <Badge text="Default" tone="info" />}
  </span>
))
