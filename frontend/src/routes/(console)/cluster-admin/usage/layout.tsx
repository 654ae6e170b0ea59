import { component$, Slot, useComputed$, useContextProvider } from "@builder.io/qwik"
import { UsageContext, useReadUsage } from "~/features/usage/use-usage"
import { useClusterEndpoint } from "~/features/gateways/cluster-endpoint/use-cluster-endpoint"

export default component$(() => {
  const endpoint = useClusterEndpoint()
  const endpointId = useComputed$(() => endpoint.id.value ?? "")
  useContextProvider(UsageContext, useReadUsage("endpoint", endpointId))
  return <Slot />
})
