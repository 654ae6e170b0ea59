import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { ErrorState } from "~/components/ui/states"
import { readNextPage, usePages } from "~/lib/use-pages"
import { type JobRun, RUN_OUTCOMES, reportLines, TRIGGER_LABELS } from "./job"
import { durationText } from "./schedule-text"

const PAGE_SIZE = 10

const RunRow = component$<{ readonly run: JobRun }>(({ run }) => {
  const lines = reportLines(run.report)
  return (
    <li class="py-2">
      <div class="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge text={RUN_OUTCOMES[run.outcome].text} tone={RUN_OUTCOMES[run.outcome].tone} />
        <span>
          <Ago at={run.started_at} />
        </span>
        <span class="text-xs text-ink-3">
          {durationText(run.duration_ms)}, {TRIGGER_LABELS[run.trigger]}
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

export const JobRuns = component$<{ readonly name: string }>(({ name }) => {
  const read$ = $((cursor: string | null, signal?: AbortSignal) =>
    call("GET /api/admin/jobs/:job_name/runs", {
      params: { job_name: name },
      query: { limit: PAGE_SIZE, cursor },
      signal
    })
  )
  const runs = usePages<JobRun>(read$)
  return (
    <section class="mt-5" aria-label="Last runs" data-testid="job-runs">
      <h3 class="font-medium">Last runs</h3>
      {runs.problem && (
        <ErrorState
          title="Runs could not be read"
          problem={runs.problem}
          onRetry$={() => {
            runs.requests++
          }}
        />
      )}
      {!runs.isRead && !runs.problem && <span class="skeleton mt-2 block h-16" />}
      {runs.isRead && runs.items.length === 0 && <p class="mt-1 text-ink-3">This job has not run yet.</p>}
      <ul class="divide-y divide-line">
        {runs.items.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </ul>
      {runs.next !== null && (
        <button
          type="button"
          class="btn btn-secondary mt-2"
          disabled={runs.busy}
          aria-busy={runs.busy ? "true" : undefined}
          onClick$={() => readNextPage(runs, read$)}
        >
          Show older runs
        </button>
      )}
    </section>
  )
})
