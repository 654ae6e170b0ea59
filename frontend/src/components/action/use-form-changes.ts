import { type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { FormChanges } from "./form-changes"

const BEFORE = ["focusin", "pointerdown", "keydown", "beforeinput"] as const
const AFTER = ["input", "change", "click"] as const

/** Native listeners: a lazy one would run after the change that it must precede. */
export const useFormChanges = (
  within: Signal<HTMLElement | undefined>,
  watched: Signal<boolean>,
  isDirty: Signal<boolean>
): Signal<ReadonlyArray<string>> => {
  const changed = useSignal<ReadonlyArray<string>>([])
  useVisibleTask$(
    ({ cleanup, track }) => {
      const form = track(() => within.value)?.closest("form")
      if (!form) return
      const changes = new FormChanges(form)
      const note = () => changes.note()
      const updateChanges = () => {
        const labels = changes.labels()
        if (labels.join("\n") === changed.value.join("\n")) return
        changed.value = labels
        isDirty.value = labels.length > 0
      }
      // A click may change several fields, visible after rendering.
      const later = () => {
        updateChanges()
        requestAnimationFrame(updateChanges)
      }
      const leave = (event: BeforeUnloadEvent) => {
        if (changed.value.length > 0) event.preventDefault()
      }
      note()
      for (const type of BEFORE) form.addEventListener(type, note, { capture: true })
      for (const type of AFTER) form.addEventListener(type, later)
      window.addEventListener("beforeunload", leave)
      watched.value = true
      cleanup(() => {
        watched.value = false
        isDirty.value = false
        for (const type of BEFORE) form.removeEventListener(type, note, { capture: true })
        for (const type of AFTER) form.removeEventListener(type, later)
        window.removeEventListener("beforeunload", leave)
      })
    },
    { strategy: "document-ready" }
  )
  return changed
}
