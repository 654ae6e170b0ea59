import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { LastRunCell, OutcomeCell, ScheduleCell } from "~/features/platform/jobs/cells"
import { type Job, RUN_OUTCOMES } from "~/features/platform/jobs/job"
import { JobPanel } from "~/features/platform/jobs/job-panel"
import { durationText, scheduleText } from "~/features/platform/jobs/schedule-text"

const COLUMNS = columns<Job, "title" | "next_run_at" | "last_run.outcome">([
  { key: "title", label: "Job", width: "name", priority: 1, sortable: true },
  {
    key: "schedule",
    label: "Schedule",
    width: "l",
    priority: 2,
    cell: ScheduleCell,
    text$: $((row: Job) => scheduleText(row.schedule))
  },
  {
    key: "last_run.outcome",
    label: "Last outcome",
    width: "m",
    priority: 1,
    sortable: true,
    cell: OutcomeCell,
    text$: $((row: Job) => (row.last_run === null ? "" : RUN_OUTCOMES[row.last_run.outcome].text))
  },
  {
    key: "last_run",
    label: "Last run",
    width: "l",
    priority: 3,
    cell: LastRunCell,
    text$: $((row: Job) =>
      row.last_run === null ? "" : `${row.last_run.ended_at}, ${durationText(row.last_run.duration_ms)}`
    )
  },
  { key: "next_run_at", label: "Next run", width: "m", priority: 2, sortable: true, format: "date-time" }
])

const FILTERS = [
  {
    kind: "choice",
    many: true,
    name: "outcome",
    label: "Last outcome",
    of: "last_run.outcome",
    options: Object.entries(RUN_OUTCOMES).map(([value, { text }]) => ({ value, label: text }))
  }
] as const

export default component$(() => {
  const jobs = useListing(COLUMNS, {
    id: "jobs",
    title: "Jobs",
    noun: { one: "job", many: "jobs" },
    rowKey: "name",
    sort: "title",
    search: "Search jobs",
    searchIn: ["title", "name", "summary"],
    filters: FILTERS,
    whole$: $(async ({ signal }): Promise<ReadonlyArray<Job>> => (await call("GET /api/admin/jobs", { signal })).items),
    empty: { icon: "timer", title: "No job", text: "Scheduled jobs are listed here." }
  })
  return <Listing listing={jobs} panel={JobPanel} />
})

export const head: DocumentHead = { title: "Jobs" }
