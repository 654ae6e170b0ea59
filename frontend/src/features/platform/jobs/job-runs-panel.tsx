import { $, component$, useSignal, useStore } from "@builder.io/qwik"
import { call } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { ErrorState } from "~/components/ui/states"
import { readAgain, useLoaded } from "~/lib/use-loaded"
import { type JobRun, OUTCOMES, reportLines, TRIGGERS } from "./job"
import { durationText } from "./schedule-text"

const PAGE_SIZE = 10

const readRuns = (name: string, cursor: string | null, signal?: AbortSignal) =>
  call("GET /api/admin/jobs/:job_name/runs", {
    params: { job_name: name },
    query: { limit: PAGE_SIZE, cursor },
    signal
  })

const RunRow = component$<{ readonly run: JobRun }>(({ run }) => {
  const lines = reportLines(run.report)
  return (
    <li class="py-2">
      <div class="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge text={OUTCOMES[run.outcome].text} tone={OUTCOMES[run.outcome].tone} />
        <span>
          <Ago at={run.started_at} />
        </span>
        <span class="text-xs text-ink-3">
          {durationText(run.duration_ms)}, {TRIGGERS[run.trigger]}
        </span>
      </div>
      {lines.length > 0 && (
        <details class="mt-1 text-xs">
          <summary class="min-h-6 cursor-pointer text-ink-2">Report</summary>
          <dl class="facts mt-1">
            {lines.map(({ name, value }) => (
              <>
                <dt key={`${name} name`}>{name}</dt>
                <dd key={`${name} value`} class="font-mono wrap-anywhere">
                  {value}
                </dd>
              </>
            ))}
            {run.replica !== null && (
              <>
                <dt>process</dt>
                <dd class="font-mono wrap-anywhere">{run.replica}</dd>
              </>
            )}
          </dl>
        </details>
      )}
    </li>
  )
})

/** Last runs of a job with their reports; older ones on request. */
export const JobRuns = component$<{ readonly name: string }>(({ name }) => {
  const first = useLoaded($((signal: AbortSignal) => readRuns(name, null, signal)))
  const older = useStore<{ items: ReadonlyArray<JobRun>; next: string | null }>(
    { items: [], next: null },
    { deep: false }
  )
  const busy = useSignal(false)
  const failure = useSignal("")
  const next = older.items.length === 0 ? (first.value?.next_cursor ?? null) : older.next
  return (
    <section class="mt-5" aria-label="Last runs" data-testid="job-runs">
      <h3 class="font-medium">Last runs</h3>
      {first.problem && (
        <ErrorState title="Runs could not be read" problem={first.problem} onRetry$={$(() => readAgain(first))} />
      )}
      {first.value === null && !first.problem && <span class="skeleton mt-2 block h-16" />}
      {first.value?.items.length === 0 && <p class="mt-1 text-ink-3">This job has not run yet.</p>}
      <ul class="divide-y divide-line">
        {[...(first.value?.items ?? []), ...older.items].map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </ul>
      {failure.value !== "" && (
        <p class="text-danger" role="alert">
          {failure.value}
        </p>
      )}
      {next !== null && (
        <button
          type="button"
          class="btn btn-secondary mt-2"
          disabled={busy.value}
          aria-busy={busy.value ? "true" : undefined}
          onClick$={async () => {
            busy.value = true
            failure.value = ""
            try {
              const page = await readRuns(name, next)
              older.items = [...older.items, ...page.items]
              older.next = page.next_cursor
            } catch (cause) {
              failure.value = asProblem(cause).message
            } finally {
              busy.value = false
            }
          }}
        >
          Show older runs
        </button>
      )}
    </section>
  )
})
