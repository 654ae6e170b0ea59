import { component$ } from "@builder.io/qwik"
import { DiffView } from "~/components/diff/diff-view"
import { Icon } from "~/components/ui/icon"
import { int } from "~/lib/format"
import type { CopyDiff, CopyPlan } from "./copying"

interface Props {
  readonly plan: CopyPlan
  readonly diffs: ReadonlyArray<CopyDiff>
}

export const CopyPlanText = component$<Props>(({ diffs, plan }) => (
  <div class="grid gap-3" data-testid="copy-plan">
    <p class="font-medium">
      {plan.total === 0
        ? "There is nothing to do."
        : `${int(plan.total)} ${plan.total === 1 ? "bucket changes" : "buckets change"}.`}
    </p>
    {plan.warnings.length > 0 && (
      <ul class="list-disc pl-5 text-ink-2">
        {plan.warnings.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    )}
    {diffs.map((diff) => (
      <details key={diff.bucket} class="group min-w-0 rounded-card border border-line p-3">
        <summary class="flex min-w-0 items-start gap-2">
          <Icon name="chevron-right" class="mt-0.5 flex-none transition-transform group-open:rotate-90" />
          <span class="min-w-0 break-words">
            <b class="font-mono">{diff.bucket}</b>: {diff.before_summary} → {diff.after_summary}
          </span>
        </summary>
        <div class="mt-2 grid min-w-0 gap-2">
          {diff.rewritten.length > 0 && (
            <p class="text-ink-2">Rewritten for this bucket: {diff.rewritten.join("; ")}</p>
          )}
          <DiffView before={diff.before ?? ""} after={diff.after ?? ""} label={`What changes in ${diff.bucket}`} />
        </div>
      </details>
    ))}
    {plan.left_out.length > 0 && (
      <details class="group">
        <summary class="flex items-center gap-2">
          <Icon name="chevron-right" class="transition-transform group-open:rotate-90" />
          {int(plan.left_out.length)} left out
        </summary>
        <ul class="mt-2 grid gap-1 text-ink-2">
          {plan.left_out.map(({ label, reason }) => (
            <li key={label}>
              <span class="font-mono">{label}</span>: {reason}
            </li>
          ))}
        </ul>
      </details>
    )}
  </div>
))
