import { component$, Slot } from "@builder.io/qwik"

export const DangerZone = component$<{ readonly title: string; readonly text: string }>(({ text, title }) => (
  <section class="danger-zone" aria-labelledby="danger-zone">
    <div class="min-w-52 flex-1">
      <h2 id="danger-zone" class="font-medium">
        {title}
      </h2>
      <p class="text-ink-2">{text}</p>
    </div>
    <Slot />
  </section>
))
