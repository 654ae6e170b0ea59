import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { EndpointQuotas } from "~/features/usage/quotas/endpoint-quotas"
import { RecountButtons, UsageFrame } from "~/features/usage/usage-head"
import { UsageBody } from "~/features/usage/usage-page"
import { useUsage } from "~/features/usage/use-usage"
import { EndpointSelect } from "~/features/gateways/cluster-endpoint/endpoint-select"

export default component$(() => {
  const { id } = useUsage().scope
  return (
    <UsageFrame label="Usage of this endpoint">
      <div q:slot="header" class="contents">
        <EndpointSelect />
        <RecountButtons />
      </div>
      <UsageBody />
      {id !== "" && <EndpointQuotas key={id} endpointId={id} />}
    </UsageFrame>
  )
})

export const head: DocumentHead = { title: "Usage" }
