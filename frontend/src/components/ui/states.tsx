import { component$, type NoSerialize, type QRL, Slot } from "@builder.io/qwik"
import { type ProblemError, problemText } from "~/client/problem-error"
import { Icon } from "./icon"
import type { IconName } from "~/lib/icon-names"

export const ErrorState = component$<{
  readonly title: string
  readonly problem: ProblemError
  readonly onRetry$?: QRL<() => void>
}>(({ onRetry$, problem, title }) => (
  <div class="grid max-w-md justify-items-center gap-1 text-center" role="alert">
    <Icon name={problem.code === "offline" ? "wifi-off" : "triangle-alert"} class="mb-2 size-6 text-danger" />
    <p class="text-base font-medium">{title}</p>
    <p class="text-ink-2">{problemText(problem)}</p>
    {problem.requestId && <p class="mt-1 font-mono text-2xs text-ink-3">Request {problem.requestId}</p>}
    {onRetry$ && (
      <button type="button" class="btn btn-secondary mt-4" onClick$={onRetry$}>
        <Icon name="refresh-cw" /> Try again
      </button>
    )}
  </div>
))

interface NotReadProps {
  readonly title: string
  readonly problem: NoSerialize<ProblemError> | undefined
  readonly onRetry$: QRL<() => void>
}

export const NotRead = component$<NotReadProps>(({ onRetry$, problem, title }) =>
  problem ? (
    <div class="grid h-full place-items-center">
      <ErrorState title={title} problem={problem} onRetry$={onRetry$} />
    </div>
  ) : (
    <div class="grid max-w-4xl gap-3" aria-hidden="true">
      {[0, 1, 2].map((line) => (
        <div key={line} class="skeleton h-12 rounded-card" />
      ))}
    </div>
  )
)

export const NoMatch = component$<{ readonly noun: string; readonly onClear$: QRL<() => void> }>(
  ({ noun, onClear$ }) => (
    <div class="grid justify-items-center gap-1 text-center">
      <Icon name="search" class="mb-2 size-6 text-ink-3" />
      <p class="text-base font-medium">No {noun} match</p>
      <p class="text-ink-2">Nothing here fits this search or filter.</p>
      <button type="button" class="btn btn-secondary mt-4" onClick$={onClear$}>
        Clear filters
      </button>
    </div>
  )
)

export const EmptyState = component$<{ readonly icon: IconName; readonly title: string; readonly text: string }>(
  ({ icon, text, title }) => (
    <div class="grid max-w-md justify-items-center gap-1 text-center">
      <span class="mb-3 grid size-11 place-items-center rounded-full bg-sunken text-ink-2">
        <Icon name={icon} class="size-5" />
      </span>
      <p class="text-base font-medium">{title}</p>
      <p class="text-ink-2">{text}</p>
      <div class="mt-4 flex flex-wrap justify-center gap-2">
        <Slot />
      </div>
    </div>
  )
)
