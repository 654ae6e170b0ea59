import { component$, Slot } from "@builder.io/qwik"
import type { ProblemError } from "~/client/problem-error"
import { ErrorState } from "~/components/ui/states"
import { type Loaded, reload } from "~/lib/use-loaded"

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly loaded: Loaded<object>
}

export const Section = component$<SectionProps>(({ id, loaded, text, title }) => (
  <section id={id} aria-labelledby={`${id}-title`} class="mt-8 scroll-mt-6">
    <div class="mb-2.5 flex flex-wrap items-end gap-x-4 gap-y-2">
      <div class="min-w-52 flex-1">
        <h2 id={`${id}-title`} class="text-base font-semibold">
          {title}
        </h2>
        <p class="text-ink-2">{text}</p>
      </div>
      <Slot name="action" />
    </div>
    {loaded.value === null &&
      (loaded.problem ? (
        <div class="card grid place-items-center p-6">
          <ErrorState
            title={`${title} could not be loaded`}
            problem={loaded.problem as ProblemError}
            onRetry$={() => reload(loaded)}
          />
        </div>
      ) : (
        <div class="card grid gap-2 p-4" role="status" aria-label={`Loading ${title}`}>
          <span class="skeleton h-4 w-48" />
          <span class="skeleton h-4 w-72 max-w-full" />
        </div>
      ))}
    <Slot />
  </section>
))

export const Item = component$(() => (
  <li class="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
    <div class="min-w-40 flex-1">
      <Slot />
    </div>
    <div class="flex gap-1">
      <Slot name="action" />
    </div>
  </li>
))
