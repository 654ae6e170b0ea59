import { component$, Slot } from "@builder.io/qwik"

/** A titled list in the panel; slot `action`: the button beside the title. */
export const SecuritySection = component$<{ readonly title: string }>(({ title }) => (
  <section class="border-t border-line pt-4">
    <div class="mb-2 flex min-h-7 items-center gap-2">
      <h3 class="flex-1 font-medium">{title}</h3>
      <Slot name="action" />
    </div>
    <Slot />
  </section>
))
