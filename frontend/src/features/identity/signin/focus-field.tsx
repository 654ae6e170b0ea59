import { component$, useVisibleTask$ } from "@builder.io/qwik"

/** Moves the keyboard to a field when its form has just taken another one's place. Shows nothing. */
export const FocusField = component$<{ readonly id: string }>(({ id }) => {
  useVisibleTask$(() => document.getElementById(id)?.focus(), { strategy: "document-ready" })
  return <></>
})
