import { component$, Slot } from "@builder.io/qwik"

export const SettingSection = component$<{ readonly title: string; readonly text?: string }>(({ text, title }) => (
  <section class="edit-section first:mt-0 first:border-0 first:pt-0" aria-label={title}>
    <div class="mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
      <h2 class="flex-1 text-base font-semibold">{title}</h2>
      <Slot name="action" />
    </div>
    {text && <p class="mb-3 text-ink-2">{text}</p>}
    <Slot />
  </section>
))
