import { component$, Slot, useSignal } from "@builder.io/qwik"
import type { Answer } from "~/client/contract"
import { Icon } from "~/components/ui/icon"
import { int } from "~/lib/format"

export type WorkPlan = Answer<"POST /api/admin/key-rotation/plan">

const PAGE_SIZE = 20

interface PlanViewProps {
  readonly plan: WorkPlan
  readonly replanned?: boolean
  readonly nothing: string
  readonly heads: readonly [label: string, detail: string]
}

export const StalePlan = component$<{ readonly replanned: boolean }>(({ replanned }) =>
  replanned ? (
    <p role="alert" class="alert alert-warn">
      <Icon name="triangle-alert" />
      <span>Something changed since the preview. Nothing was started: review the new plan.</span>
    </p>
  ) : null
)

export const PlanView = component$<PlanViewProps>(
  ({ heads, nothing, plan: { counts, left_out, sample, title, total, warnings }, replanned = false }) => {
    const page = useSignal(0)
    const pages = Math.ceil(sample.length / PAGE_SIZE)
    const first = Math.min(page.value, Math.max(0, pages - 1)) * PAGE_SIZE
    const rows = sample.slice(first, first + PAGE_SIZE)
    return (
      <section class="grid gap-4 rounded-card border border-line p-4" aria-label="Plan" data-testid="plan">
        <StalePlan replanned={replanned} />
        <h2 class="text-base font-semibold wrap-anywhere">{title}</h2>
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
                {int(first + 1)} to {int(first + rows.length)} of {int(total)}
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
                {rows.map((change, index) => (
                  <tr key={first + index}>
                    <th scope="row" class="wrap-anywhere">
                      {change.label}
                    </th>
                    <td data-label={heads[1]}>{change.detail}</td>
                    <td class="font-mono wrap-anywhere" data-label="Now">
                      {change.before}
                    </td>
                    <td class="wrap-anywhere" data-label="Then">
                      {change.after}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p class="mt-2 flex flex-wrap items-center gap-2 text-xs text-ink-3">
              {pages > 1 && (
                <>
                  <button
                    type="button"
                    class="btn btn-ghost btn-icon btn-sm"
                    aria-label="Previous changes"
                    disabled={first === 0}
                    onClick$={() => {
                      page.value = first / PAGE_SIZE - 1
                    }}
                  >
                    <Icon name="arrow-left" />
                  </button>
                  <span role="status">
                    {int(first + 1)} to {int(first + rows.length)} of {int(sample.length)}
                  </span>
                  <button
                    type="button"
                    class="btn btn-ghost btn-icon btn-sm"
                    aria-label="Next changes"
                    disabled={first + PAGE_SIZE >= sample.length}
                    onClick$={() => {
                      page.value = first / PAGE_SIZE + 1
                    }}
                  >
                    <Icon name="chevron-right" />
                  </button>
                </>
              )}
              {total > sample.length && <span>and {int(total - sample.length)} more</span>}
            </p>
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
  }
)
