import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { counted } from "~/lib/format"
import type { PlanSummary } from "./plan-summary"
import { PlanSummaryText } from "./plan-summary-text"
import type { Preview } from "./previewing"

interface TextProps {
  readonly preview: Preview<unknown>
  readonly keys: number
  readonly result: string
  readonly summary: PlanSummary | null
  readonly testid: string
}

export const PreviewText = component$<TextProps>(
  ({ keys, preview: { forget$, readNow$, state }, result, summary, testid }) => (
    <>
      <div class="flex flex-wrap items-center gap-3">
        {state.status === "reading" ? (
          <button key="stop" type="button" class="btn btn-secondary" onClick$={() => forget$()}>
            <Icon name="x" /> Stop
          </button>
        ) : (
          <button key="look" type="button" class="btn btn-secondary" onClick$={() => readNow$()}>
            <Icon name="eye" /> Preview
          </button>
        )}
        <p role="status" class="flex items-center gap-2 text-xs text-ink-2">
          {state.status === "reading" && (
            <>
              <Icon name="loader-circle" class="spin size-3.5" />{" "}
              <span class="num">{counted(keys, "key")} looked at</span>
            </>
          )}
          {state.status === "whole" && <span class="num">{result}</span>}
        </p>
      </div>
      {state.status === "failed" && (
        <p role="alert" class="text-danger">
          {state.problem}
        </p>
      )}
      {summary !== null && <PlanSummaryText testid={testid} summary={summary} />}
    </>
  )
)
