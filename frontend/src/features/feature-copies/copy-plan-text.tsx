import { component$ } from "@builder.io/qwik"
import { int } from "~/lib/format"
import type { CopyDiff, CopyPlan } from "./copying"

interface Props {
  readonly plan: CopyPlan
  readonly diffs: ReadonlyArray<CopyDiff>
}

/** How many buckets change, how each does, and which are left out and why. */
export const CopyPlanText = component$<Props>(({ diffs, plan }) => (
  <div class="grid gap-3" data-testid="copy-plan">
    <p class="font-medium">{plan.total === 0 ? "There is nothing to do." : `${int(plan.total)} ${plan.total === 1 ? "bucket changes" : "buckets change"}.`}</p>
    {plan.warnings.length > 0 && <ul class="list-disc pl-5 text-ink-2">{plan.warnings.map((text) => <li key={text}>{text}</li>)}</ul>}
    {diffs.map((diff) => (
      <details key={diff.bucket} class="rounded-card border border-line p-3">
        <summary><b class="font-mono">{diff.bucket}</b>: {diff.before_summary} → {diff.after_summary}</summary>
        {diff.rewritten.length > 0 && <p class="mt-2 text-ink-2">Rewritten for this bucket: {diff.rewritten.join("; ")}</p>}
        <p class="mt-2 text-xs text-ink-3">Before</p>
        <pre class="overflow-auto font-mono text-xs break-all whitespace-pre-wrap">{diff.before ?? "nothing"}</pre>
        <p class="mt-2 text-xs text-ink-3">After</p>
        <pre class="overflow-auto font-mono text-xs break-all whitespace-pre-wrap">{diff.after ?? "nothing"}</pre>
      </details>
    ))}
    {plan.left_out.length > 0 && (
      <details>
        <summary>{int(plan.left_out.length)} left out</summary>
        <ul class="mt-2 grid gap-1 text-ink-2">{plan.left_out.map(({ label, reason }) => <li key={label}><span class="font-mono">{label}</span>: {reason}</li>)}</ul>
      </details>
    )}
  </div>
))
