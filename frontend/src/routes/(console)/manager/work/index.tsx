import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { Icon } from "~/components/ui/icon"
import { PageHeader } from "~/components/ui/page-header"
import { RunList } from "~/features/buckets/manager-runs/run-list"
import { RunReport } from "~/features/buckets/manager-runs/run-report"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { place } from "~/lib/url-state"
import { useUrlState } from "~/lib/use-url-state"

export default component$(() => {
  const address: { run: string } = useUrlState({ run: place() })
  const contexts = useExecutionContexts()
  const contextId = contexts.current?.id ?? ""
  const run = /^\d{1,9}$/.test(address.run) ? Number(address.run) : null
  return (
    <div class="flex h-full min-h-0 flex-col">
      <PageHeader title="Long work">
        {run !== null && (
          <button
            type="button"
            class="btn btn-secondary"
            onClick$={() => {
              address.run = ""
            }}
          >
            <Icon name="arrow-left" /> All runs
          </button>
        )}
      </PageHeader>
      <div
        class="min-h-0 flex-1 overflow-y-auto border-t border-line px-5 py-5"
        tabIndex={0}
        role="region"
        aria-label="Long work"
      >
        {contextId !== "" &&
          (run === null ? (
            <RunList key={contextId} contextId={contextId} address={address} />
          ) : (
            <RunReport key={`${contextId} ${run}`} id={run} contextId={contextId} />
          ))}
      </div>
    </div>
  )
})

export const head: DocumentHead = { title: "Long work" }
