import { component$, Slot } from "@builder.io/qwik"

export const SecuritySection = component$<{ readonly title: string }>(({ title }) => (
  <section class="border-t border-line pt-4">
    <div class="mb-2 flex min-h-7 items-center gap-2">
      <h2 class="flex-1 font-medium">{title}</h2>
      <Slot name="action" />
    </div>
    <Slot />
  </section>
))
