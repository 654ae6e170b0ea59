import { component$, Slot } from "@builder.io/qwik"
import type { Answer } from "~/client/contract"
import { Icon } from "~/components/ui/icon"
import { int } from "~/lib/format"

type Plan = Answer<"POST /api/admin/key-rotation/plan">

interface PlanViewProps {
  readonly plan: Plan
  /** Text of a plan without a change. */
  readonly nothing: string
  /** Heads of the columns of `label` and `detail`. */
  readonly heads: readonly [label: string, detail: string]
}

/** Preview of long work: counts, warnings, a sample and what is left out. Slot: `begin`. */
export const PlanView = component$<PlanViewProps>(
  ({ heads, nothing, plan: { counts, left_out, sample, title, total, warnings } }) => (
    <section class="grid gap-4 rounded-card border border-line p-4" aria-label="Plan" data-testid="plan">
      <h2 class="text-base font-semibold">{title}</h2>
      {total === 0 && <p class="text-ink-2">{nothing}</p>}
      {counts.length > 0 && (
        <ul class="flex flex-wrap gap-2" aria-label="How much of what">
          {counts.map(({ count, name }) => (
            <li key={name} class="badge">
              {int(count)} {name}
            </li>
          ))}
        </ul>
      )}
      {warnings.map((warning) => (
        <p key={warning} class="flex gap-2 text-warn">
          <Icon name="triangle-alert" class="mt-0.5 flex-none" />
          <span>{warning}</span>
        </p>
      ))}
      {sample.length > 0 && (
        <div role="region" aria-label="What changes">
          <table class="report">
            <caption class="sr-only">
              The first {sample.length} of {total}
            </caption>
            <thead>
              <tr>
                <th scope="col">{heads[0]}</th>
                <th scope="col">{heads[1]}</th>
                <th scope="col">Now</th>
                <th scope="col">Then</th>
              </tr>
            </thead>
            <tbody>
              {sample.map((change, index) => (
                <tr key={index}>
                  <th scope="row">{change.label}</th>
                  <td data-label={heads[1]}>{change.detail}</td>
                  <td class="font-mono" data-label="Now">
                    {change.before}
                  </td>
                  <td data-label="Then">{change.after}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {total > sample.length && <p class="mt-2 text-xs text-ink-3">and {int(total - sample.length)} more</p>}
        </div>
      )}
      {left_out.length > 0 && (
        <details>
          <summary class="cursor-pointer text-ink-2">{int(left_out.length)} left out</summary>
          <ul class="mt-2 grid gap-1 text-xs">
            {left_out.map(({ label, reason }, index) => (
              <li key={index}>
                <span class="font-medium">{label}</span>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div>
        <Slot name="begin" />
      </div>
    </section>
  )
)
