import { component$, useSignal } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { Icon } from "~/components/ui/icon"
import { ScrolledPage } from "~/components/ui/page-header"
import type { TemplateTarget } from "~/features/buckets/golden-templates/template-dialog"
import { TemplateList } from "~/features/buckets/golden-templates/template-list"
import { EndpointSelect } from "~/features/gateways/cluster-endpoint/endpoint-select"
import { useClusterEndpoint } from "~/features/gateways/cluster-endpoint/use-cluster-endpoint"

export default component$(() => {
  const { id } = useClusterEndpoint()
  const open = useSignal<TemplateTarget | null>(null)
  const selected = id.value
  return (
    <ScrolledPage title="Golden templates">
      <div q:slot="actions" class="contents">
        <EndpointSelect />
        <button
          type="button"
          class="btn btn-primary"
          disabled={selected === null}
          onClick$={() => {
            if (id.value !== null) open.value = { endpointId: id.value, template: null }
          }}
        >
          <Icon name="plus" /> Create template
        </button>
      </div>
      {selected !== null && <TemplateList key={selected} endpointId={selected} open={open} />}
    </ScrolledPage>
  )
})

export const head: DocumentHead = { title: "Golden templates" }
