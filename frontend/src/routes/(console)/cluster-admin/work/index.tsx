import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { useClusterEndpoint } from "~/features/gateways/cluster-endpoint/use-cluster-endpoint"
import { WorkPage } from "~/features/platform/runs/work-page"

export default component$(() => {
  const { id } = useClusterEndpoint()
  return <WorkPage place={id.value === null ? null : { workspace: "cluster-admin", endpointId: Number(id.value) }} />
})

export const head: DocumentHead = { title: "Long work" }
