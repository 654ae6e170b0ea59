import { component$, useVisibleTask$ } from "@builder.io/qwik"

/** Focuses a field after its form replaced another one. Renders nothing. */
export const FocusField = component$<{ readonly id: string }>(({ id }) => {
  useVisibleTask$(() => document.getElementById(id)?.focus(), { strategy: "document-ready" })
  return <></>
})
