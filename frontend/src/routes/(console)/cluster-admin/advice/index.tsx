import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { callIn } from "~/client/call"
import { ScrolledPage } from "~/components/ui/page-header"
import { EndpointExposure } from "~/features/fleet/exposures/endpoint-exposure"
import { AdviceList } from "~/features/buckets/workbench/advice-list"
import { EndpointSelect } from "~/features/gateways/cluster-endpoint/endpoint-select"
import { ENDPOINT_PARAMETER, useClusterEndpoint } from "~/features/gateways/cluster-endpoint/use-cluster-endpoint"

export default component$(() => {
  const { id } = useClusterEndpoint()
  const selected = id.value
  return (
    <ScrolledPage title="Advice">
      <div q:slot="actions" class="contents">
        <EndpointSelect />
      </div>
      {selected !== null && (
        <div key={selected} class="grid gap-8">
          <AdviceList
            buckets={`/cluster-admin/buckets?${new URLSearchParams({ [ENDPOINT_PARAMETER]: selected })}`}
            load$={$((signal: AbortSignal) =>
              callIn({ endpointId: selected }, "GET /api/cluster-admin/endpoints/:endpoint_id/bucket-advice", {
                signal
              })
            )}
          />
          <EndpointExposure endpointId={selected} />
        </div>
      )}
    </ScrolledPage>
  )
})

export const head: DocumentHead = { title: "Advice" }
