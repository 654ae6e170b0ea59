import { component$ } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { int } from "~/lib/format"
import type { Run } from "./run"

export const RunProgress = component$<{ readonly run: Run }>(({ run }) => {
  const { totals } = run
  const finished = totals.total - totals.pending - totals.running
  return (
    <>
      <div role="status">
        <progress
          class={["meter w-full", totals.failed > 0 && "meter-danger"]}
          max={Math.max(1, totals.total)}
          value={finished}
          aria-label="Finished items"
        />
        <p class="num mt-1 text-xs text-ink-2">
          {int(finished)} of {int(totals.total)} done
          {totals.failed > 0 && <span class="text-danger"> · {int(totals.failed)} failed</span>}
          {totals.skipped > 0 && ` · ${int(totals.skipped)} skipped`}
          {totals.canceled > 0 && ` · ${int(totals.canceled)} not begun`}
          {totals.rolled_back > 0 && ` · ${int(totals.rolled_back)} undone`}
        </p>
      </div>
      <p class="text-xs text-ink-3">
        Begun <Ago at={run.created_at} />
        {run.started_by.email !== null && ` by ${run.started_by.email}`}
        {run.ended_at !== null && (
          <>
            , ended <Ago at={run.ended_at} />
          </>
        )}
      </p>
      {run.orphaned && (
        <p class="flex gap-2 text-warn" role="status">
          <Icon name="triangle-alert" class="mt-0.5 flex-none" />
          The process that did this is gone. Another one goes on within half a minute.
        </p>
      )}
      {run.state === "pause_requested" && <p class="text-ink-2">Items in progress are finished first.</p>}
    </>
  )
})
