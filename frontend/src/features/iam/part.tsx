import { component$, type QRL, Slot } from "@builder.io/qwik"
import { ErrorState } from "~/components/ui/states"
import type { ProblemError } from "~/client/problem-error"

interface PartProps {
  readonly title: string
  readonly text?: string
  readonly ready: boolean
  readonly problem: ProblemError | undefined
  readonly onRetry$: QRL<() => void>
}

export const PanelPart = component$<PartProps>(({ onRetry$, problem, ready, text, title }) => (
  <section class="mt-5 first:mt-0" aria-label={title}>
    <div class="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
      <h3 class="flex-1 font-medium">{title}</h3>
      <Slot name="action" />
    </div>
    {text && <p class="mb-2 text-xs text-ink-3">{text}</p>}
    {problem && (
      <div class="mb-3 grid justify-items-center">
        <ErrorState title={`${title} could not be read`} problem={problem} onRetry$={onRetry$} />
      </div>
    )}
    {!ready && !problem && (
      <div class="grid gap-2" role="status" aria-label="Loading">
        {[0, 1, 2].map((line) => (
          <span key={line} class="skeleton block h-6" />
        ))}
      </div>
    )}
    {ready && <Slot />}
  </section>
))
