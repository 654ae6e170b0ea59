import { $, component$ } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { EmptyState, NotRead } from "~/components/ui/states"
import type { RunPlace } from "~/components/operations/operation"
import { int } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"
import { RUN_STATES, type Run } from "./run"
import { listRuns } from "./run-place"

interface RunRowsProps {
  readonly runs: ReadonlyArray<Run>
  readonly address: { run: string }
}

export const RunRows = component$<RunRowsProps>(({ address, runs }) => (
  <ul class="max-w-4xl divide-y divide-line rounded-card border border-line">
    {runs.map(({ created_at, id, started_by, state, title, totals }) => (
      <li key={id}>
        <button
          type="button"
          class="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-left hover:bg-hover"
          onClick$={() => {
            address.run = String(id)
          }}
        >
          <span class="font-medium wrap-anywhere">{title}</span>
          <Badge text={RUN_STATES[state].text} tone={RUN_STATES[state].tone} />
          <span class="num text-xs text-ink-3">
            {int(totals.completed)} of {int(totals.total)} done
          </span>
          {totals.failed > 0 && <span class="num text-xs text-danger">{int(totals.failed)} failed</span>}
          <span class="ms-auto text-xs text-ink-3">
            <Ago at={created_at} />
            {started_by.email !== null && ` · ${started_by.email}`}
          </span>
        </button>
      </li>
    ))}
  </ul>
))

export const RunList = component$<{ readonly place: RunPlace; readonly address: { run: string } }>(
  ({ address, place }) => {
    const loaded = useLoaded<ReadonlyArray<Run>>($((signal: AbortSignal) => listRuns(place, { limit: 50 }, signal)))
    if (loaded.problem || loaded.value === null)
      return <NotRead title="Runs could not be read" problem={loaded.problem} onRetry$={() => reload(loaded)} />
    if (loaded.value.length === 0)
      return (
        <div class="grid h-full place-items-center">
          <EmptyState
            icon="history"
            title="Nothing has run yet"
            text="Work on many buckets or objects is listed here with its report."
          />
        </div>
      )
    return <RunRows runs={loaded.value} address={address} />
  }
)
