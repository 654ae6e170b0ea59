import { component$ } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { type Job, RUN_OUTCOMES } from "./job"
import { durationText, scheduleText } from "./schedule-text"

interface Cell {
  readonly row: Job
}

export const ScheduleCell = component$<Cell>(({ row }) => (
  <span class="block truncate" title={`${row.schedule} (UTC)`}>
    {scheduleText(row.schedule)}
  </span>
))

export const OutcomeCell = component$<Cell>(({ row: { last_run, running_since } }) =>
  running_since !== null ? (
    <Badge text="Running" tone="info" />
  ) : last_run === null ? (
    <span class="text-ink-3">Not run yet</span>
  ) : (
    <Badge text={RUN_OUTCOMES[last_run.outcome].text} tone={RUN_OUTCOMES[last_run.outcome].tone} />
  )
)

export const LastRunCell = component$<Cell>(({ row: { last_run } }) =>
  last_run === null ? (
    <>—</>
  ) : (
    <span class="truncate">
      <Ago at={last_run.ended_at} />
      <span class="text-ink-3">, {durationText(last_run.duration_ms)}</span>
    </span>
  )
)
