import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ActionButton, useAction } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { Panel } from "~/components/ui/panel"
import { dateTime } from "~/lib/format"
import { OutcomeCell } from "./cells"
import { type Job, RUN_OUTCOMES, reportText } from "./job"
import { JobRuns } from "./job-runs-panel"
import { durationText, scheduleText } from "./schedule-text"

type JobStart = Answer<"POST /api/admin/jobs/:job_name/run">

interface Subject {
  readonly id: string
  readonly name: string
}

const startText = ({ job, report }: JobStart) => {
  if (report !== null) return { text: `${job.title}: completed`, detail: reportText(report) }
  if (job.running_since !== null || job.last_run === null)
    return { tone: "info" as const, text: `${job.title} is running`, detail: "Refresh the list to see its result." }
  const { outcome, report: stored } = job.last_run
  return {
    tone: "danger" as const,
    text: `${job.title}: ${RUN_OUTCOMES[outcome].text.toLowerCase()}`,
    detail: reportText(stored)
  }
}

export const JobPanel = component$<PanelProps<Job>>(({ listing, row }) => {
  const start = useAction({
    run$: $(({ id }: Subject) => call("POST /api/admin/jobs/:job_name/run", { params: { job_name: id } })),
    after$: $(() => changed(listing)),
    toast$: $((started: JobStart) => startText(started)),
    failed: `${row.title} was not started`
  })
  return (
    <Panel kind="Scheduled job" title={row.title} onClose$={$(() => openRow(listing, ""))}>
      <p class="mb-4 text-ink-2">{row.summary}</p>
      <dl class="facts">
        <dt>Name</dt>
        <dd class="font-mono text-xs">{row.name}</dd>
        <dt>Schedule</dt>
        <dd>
          {scheduleText(row.schedule)}
          <span class="block font-mono text-xs text-ink-3">{row.schedule}</span>
        </dd>
        <dt>Setting</dt>
        <dd class="wrap-anywhere">{row.setting === null ? "fixed" : <code class="text-xs">{row.setting}</code>}</dd>
        <dt>State</dt>
        <dd>
          <OutcomeCell row={row} />
          {row.running_since !== null && (
            <span class="block text-xs text-ink-3">
              Started <Ago at={row.running_since} />
            </span>
          )}
        </dd>
        <dt>Last completed</dt>
        <dd>{row.last_completed_at === null ? "never" : <Ago at={row.last_completed_at} />}</dd>
        <dt>Last duration</dt>
        <dd>{row.last_run === null ? "—" : durationText(row.last_run.duration_ms)}</dd>
        <dt>Next run</dt>
        <dd>{dateTime(row.next_run_at)}</dd>
      </dl>
      <JobRuns key={`${row.name} ${row.last_run?.id}`} name={row.name} />
      <div q:slot="actions" class="contents">
        <ActionButton
          action={start}
          on={{ id: row.name, name: row.title }}
          label="Run now"
          busyLabel="Running…"
          icon="play"
          class="btn-primary"
          disabled={row.running_since !== null}
        />
      </div>
    </Panel>
  )
})
