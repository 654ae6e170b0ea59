import { component$ } from "@builder.io/qwik"
import type { RunPlace } from "~/components/operations/operation"
import { Icon } from "~/components/ui/icon"
import { PageHeader } from "~/components/ui/page-header"
import { place as placeOfUrl } from "~/lib/url-state"
import { useUrlState } from "~/lib/use-url-state"
import { RunList } from "./run-list"
import { RunReport } from "./run-report"

/** Runs of a workspace, and the report of the one in the address. `place` null: not known yet. */
export const WorkPage = component$<{ readonly place: RunPlace | null }>(({ place }) => {
  const address: { run: string } = useUrlState({ run: placeOfUrl() })
  const run = /^\d{1,9}$/.test(address.run) ? Number(address.run) : null
  const key = place === null ? "" : `${place.contextId ?? ""}${place.endpointId ?? ""}`
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
        {place !== null &&
          (run === null ? (
            <RunList key={key} place={place} address={address} />
          ) : (
            <RunReport key={`${key} ${run}`} id={run} place={place} />
          ))}
      </div>
    </div>
  )
})
