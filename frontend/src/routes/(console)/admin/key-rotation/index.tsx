import { $, component$, useVisibleTask$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { Icon } from "~/components/ui/icon"
import { PageHeader } from "~/components/ui/page-header"
import { ErrorState } from "~/components/ui/states"
import { type Endpoint, PlanForm } from "~/features/fleet/rotation/plan-form"
import type { Run } from "~/features/platform/runs/run"
import { RunHistory } from "~/features/fleet/rotation/run-history"
import { RunView } from "~/features/fleet/rotation/run-view"
import { place } from "~/lib/url-state"
import { readAgain, useLoaded } from "~/lib/use-loaded"
import { useUrlState } from "~/lib/use-url-state"

export default component$(() => {
  const address: { run: string } = useUrlState({ run: place() })
  const loaded = useLoaded<{ readonly endpoints: ReadonlyArray<Endpoint>; readonly runs: ReadonlyArray<Run> }>(
    $(async (signal: AbortSignal) => {
      const [endpoints, runs] = await Promise.all([
        call("GET /api/admin/storage-endpoints", { signal }),
        call("GET /api/admin/work", { query: { limit: 50 }, signal })
      ])
      return { endpoints, runs: runs.items }
    })
  )
  // a run may have started or ended while its report was open
  useVisibleTask$(
    ({ track }) => {
      if (track(() => address.run) === "" && loaded.value !== null) readAgain(loaded)
    },
    { strategy: "document-idle" }
  )
  const run = /^\d{1,9}$/.test(address.run) ? Number(address.run) : null
  return (
    <div class="flex h-full min-h-0 flex-col">
      <PageHeader title="Key rotation">
        {run !== null && (
          <button
            type="button"
            class="btn btn-secondary"
            onClick$={() => {
              address.run = ""
            }}
          >
            <Icon name="arrow-left" /> All rotations
          </button>
        )}
      </PageHeader>
      <div
        class="min-h-0 flex-1 overflow-y-auto border-t border-line px-5 py-5"
        tabIndex={0}
        role="region"
        aria-label="Key rotation"
      >
        {run !== null && <RunView key={run} id={run} address={address} />}
        {run === null && loaded.problem && (
          <div class="grid h-full place-items-center">
            <ErrorState
              title="Storage endpoints could not be read"
              problem={loaded.problem}
              onRetry$={() => readAgain(loaded)}
            />
          </div>
        )}
        {run === null && loaded.value === null && !loaded.problem && (
          <div class="grid max-w-4xl gap-3" aria-hidden="true">
            {[0, 1, 2].map((index) => (
              <div key={index} class="skeleton h-20 rounded-card" />
            ))}
          </div>
        )}
        {run === null && loaded.value !== null && !loaded.problem && (
          <>
            <p class="mb-5 max-w-3xl text-ink-2">
              Everybody who is chosen gets a new key on the gateway. It is tried and stored here first; only then the
              old key is switched off or deleted.
            </p>
            <PlanForm endpoints={loaded.value.endpoints} run={address} />
            <RunHistory runs={loaded.value.runs} address={address} />
          </>
        )}
      </div>
    </div>
  )
})

export const head: DocumentHead = { title: "Key rotation" }
