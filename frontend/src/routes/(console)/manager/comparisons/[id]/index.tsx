import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { ComparisonPage } from "~/features/objects/comparisons/comparison-page"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"

export default component$(() => {
  const { params } = useLocation()
  const contextId = useExecutionContexts().current?.id
  return contextId === undefined ? (
    <span class="skeleton m-5 block h-40" />
  ) : (
    <ComparisonPage key={`${params["id"]} ${contextId}`} id={Number(params["id"])} contextId={contextId} />
  )
})

export const head: DocumentHead = { title: "Comparison" }
