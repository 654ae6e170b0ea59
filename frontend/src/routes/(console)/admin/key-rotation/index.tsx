import { $, component$, useVisibleTask$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { ScrolledPage } from "~/components/ui/page-header"
import { NotRead } from "~/components/ui/states"
import { type Endpoint, PlanForm } from "~/features/fleet/rotation/plan-form"
import { RotationRun } from "~/features/fleet/rotation/rotation-run"
import type { Run } from "~/features/platform/runs/run"
import { BackToRuns, selectedRun, useRunAddress } from "~/features/platform/runs/run-address"
import { RunRows } from "~/features/platform/runs/run-list"
import { reload, useLoaded } from "~/lib/use-loaded"

const rotationsOf = (runs: ReadonlyArray<Run>): ReadonlyArray<Run> =>
  runs.filter(({ kind }) => kind === "key_rotation" || kind === "old_key_removal")

export default component$(() => {
  const address = useRunAddress()
  const loaded = useLoaded<{ readonly endpoints: ReadonlyArray<Endpoint>; readonly runs: ReadonlyArray<Run> }>(
    $(async (signal: AbortSignal) => {
      const [endpoints, runs] = await Promise.all([
        call("GET /api/admin/storage-endpoints", { signal }),
        call("GET /api/admin/work", { query: { limit: 50 }, signal })
      ])
      return { endpoints, runs: runs.items }
    })
  )
  // a run may have started or ended meanwhile
  useVisibleTask$(
    ({ track }) => {
      if (track(() => address.run) === "" && loaded.value !== null) reload(loaded)
    },
    { strategy: "document-idle" }
  )
  const run = selectedRun(address)
  return (
    <ScrolledPage title="Key rotation">
      {run !== null && <BackToRuns q:slot="actions" label="All rotations" address={address} />}
      {run !== null && <RotationRun key={run} id={run} address={address} />}
      {run === null && (loaded.problem || loaded.value === null) && (
        <NotRead title="Storage endpoints could not be read" problem={loaded.problem} onRetry$={() => reload(loaded)} />
      )}
      {run === null && loaded.value !== null && !loaded.problem && (
        <>
          <p class="mb-5 max-w-3xl text-ink-2">
            Everybody who is chosen gets a new key on the gateway. It is tried and stored here first; only then the old
            key is switched off or deleted.
          </p>
          <PlanForm endpoints={loaded.value.endpoints} run={address} />
          {rotationsOf(loaded.value.runs).length > 0 && (
            <section class="mt-8" aria-label="Earlier rotations">
              <h2 class="mb-2 font-medium">Earlier rotations</h2>
              <RunRows runs={rotationsOf(loaded.value.runs)} address={address} />
            </section>
          )}
        </>
      )}
    </ScrolledPage>
  )
})

export const head: DocumentHead = { title: "Key rotation" }
