import { component$, useVisibleTask$ } from "@builder.io/qwik"

export const Tooltips = component$(() => {
  useVisibleTask$(
    ({ cleanup }) => {
      const stop = new AbortController()
      const begin = (event: Event) => {
        stop.abort()
        void import("~/lib/input-helpers").then(({ startInputHelpers: onceTouched }) => onceTouched(event))
      }
      document.addEventListener("pointermove", begin, { signal: stop.signal, passive: true })
      document.addEventListener("keydown", begin, { signal: stop.signal, passive: true })
      cleanup(() => stop.abort())
    },
    { strategy: "document-idle" }
  )
  return null
})
