import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { ago, dateTime, int } from "~/lib/format"
import { clearHistory } from "./engine"
import type { OperationSummary } from "./history"

const at = (summary: OperationSummary): string => new Date(summary.ended ?? summary.started).toISOString()

export const HistoryList = component$<{ readonly summaries: ReadonlyArray<OperationSummary> }>(({ summaries }) => (
  <section aria-label="Earlier in this tab" class="border-t border-line">
    <header class="flex min-h-9 items-center gap-2 px-4">
      <h3 class="flex-1 text-xs font-medium text-ink-3">Earlier in this tab</h3>
      <button type="button" class="btn btn-ghost btn-sm" onClick$={() => clearHistory()}>
        Clear history
      </button>
    </header>
    <ul>
      {summaries.map((summary) => (
        <li key={summary.id} class="dock-item items-start!">
          <Icon
            name={summary.interrupted ? "triangle-alert" : summary.failures.length > 0 ? "circle-alert" : "history"}
            class={summary.interrupted ? "text-warn" : summary.failures.length > 0 ? "text-danger" : "text-ink-3"}
          />
          <div class="min-w-0 flex-1">
            <p class="[overflow-wrap:anywhere]">
              {summary.interrupted ? "Interrupted, because the page was closed or loaded again: " : ""}
              {summary.outcome}
            </p>
            {summary.target !== "" && (
              <p
                class={[
                  "truncate text-ink-3",
                  summary.kind === "job" ? "text-xs" : "font-mono text-2xs whitespace-pre"
                ]}
                title={summary.target}
              >
                {summary.target}
              </p>
            )}
            {summary.failures.map((failure, index) => (
              <p key={index} class="text-xs text-ink-2 [overflow-wrap:anywhere]">
                <span class="font-mono">{failure.name}</span>: {failure.reason}
              </p>
            ))}
            {summary.more > 0 && <p class="text-xs text-ink-3">… and {int(summary.more)} more</p>}
          </div>
          <span class="flex-none text-xs text-ink-3" title={dateTime(at(summary))}>
            {ago(at(summary))}
          </span>
        </li>
      ))}
    </ul>
  </section>
))
