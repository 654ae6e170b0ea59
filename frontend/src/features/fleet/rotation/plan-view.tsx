import { component$, Slot } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { int } from "~/lib/format"
import { nounOf, type Plan } from "./rotation"

export const PlanView = component$<{ readonly plan: Plan; readonly nothing?: string }>(
  ({ nothing, plan: { counts, left_out, sample, title, total, warnings } }) => (
    <section class="grid gap-4 rounded-card border border-line p-4" aria-label="Plan" data-testid="plan">
      <h2 class="text-base font-semibold">{title}</h2>
      {total === 0 && (
        <p class="text-ink-2">
          {nothing ??
            "There is nothing to rotate: nothing of this is registered on these endpoints, or all of it is left out."}
        </p>
      )}
      {counts.length > 0 && (
        <ul class="flex flex-wrap gap-2" aria-label="How much of what">
          {counts.map(({ count, name }) => (
            <li key={name} class="badge">
              {int(count)} {nounOf(name, count)}
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
                <th scope="col">Whose</th>
                <th scope="col">Endpoint</th>
                <th scope="col">Now</th>
                <th scope="col">Then</th>
              </tr>
            </thead>
            <tbody>
              {sample.map((change, index) => (
                <tr key={index}>
                  <th scope="row">{change.label}</th>
                  <td data-label="Endpoint">{change.detail}</td>
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
