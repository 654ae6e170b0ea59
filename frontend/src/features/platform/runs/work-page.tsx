import { component$ } from "@builder.io/qwik"
import type { RunPlace } from "~/components/operations/operation"
import { ScrolledPage } from "~/components/ui/page-header"
import { BackToRuns, selectedRun, useRunAddress } from "./run-address"
import { RunList } from "./run-list"
import { RunOfPlace } from "./run-report"

export const WorkPage = component$<{ readonly place: RunPlace | null }>(({ place }) => {
  const address = useRunAddress()
  const run = selectedRun(address)
  const key = place === null ? "" : `${place.contextId ?? ""}${place.endpointId ?? ""}`
  return (
    <ScrolledPage title="Long work">
      {run !== null && <BackToRuns q:slot="actions" label="All runs" address={address} />}
      {place !== null &&
        (run === null ? (
          <RunList key={key} place={place} address={address} />
        ) : (
          <RunOfPlace key={`${key} ${run}`} id={run} place={place} />
        ))}
    </ScrolledPage>
  )
})
