import { component$, useVisibleTask$ } from "@builder.io/qwik"

/**
 * The console's only tooltip: for icon buttons, `title` and truncated text, by pointer and keyboard. Its code is loaded
 * at the first pointer or focus event.
 */
export const Tooltips = component$(() => {
  useVisibleTask$(
    ({ cleanup }) => {
      const stop = new AbortController()
      const begin = (event: Event) => {
        stop.abort()
        void import("~/lib/once-touched").then(({ onceTouched }) => onceTouched(event))
      }
      document.addEventListener("pointermove", begin, { signal: stop.signal, passive: true })
      document.addEventListener("keydown", begin, { signal: stop.signal, passive: true })
      cleanup(() => stop.abort())
    },
    { strategy: "document-idle" }
  )
  return null
})
