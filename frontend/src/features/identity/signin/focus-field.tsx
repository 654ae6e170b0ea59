import { component$, useVisibleTask$ } from "@builder.io/qwik"

export const FocusField = component$<{ readonly id: string }>(({ id }) => {
  useVisibleTask$(() => document.getElementById(id)?.focus(), { strategy: "document-ready" })
  return <></>
})
