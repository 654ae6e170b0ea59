import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { WorkPage } from "~/features/platform/runs/work-page"
import { useExecutionContexts } from "~/lib/execution-contexts"

export default component$(() => {
  const contextId = useExecutionContexts().current?.id
  return <WorkPage place={contextId === undefined ? null : { workspace: "manager", contextId }} />
})

export const head: DocumentHead = { title: "Long work" }
