import { component$, useVisibleTask$ } from "@builder.io/qwik"

/**
 * The one tooltip of the console: for icon buttons, for what has a `title`, and for what is cut, by pointer and by keyboard.
 * Nothing has to be said at the places themselves; what shows it, and what keeps the focus, is loaded when the pointer or the focus first moves.
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
