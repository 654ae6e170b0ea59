import { type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { FormChanges } from "./form-changes"

/** Before these reach the form, nobody has changed what they are about to change. */
const BEFORE = ["focusin", "pointerdown", "keydown", "beforeinput"] as const
const AFTER = ["input", "change", "click"] as const

/**
 * The labels of what was changed in the form around an element. While there are any, the browser asks before the page is left.
 * Native listeners: a lazy one would come after the change that it has to precede. `watched` is true while they are there: what is typed before
 * is taken for what the form held. `held` is true from the event on that changed something: whoever types and leaves in one go is asked.
 */
export const useFormChanges = (within: Signal<HTMLElement | undefined>, watched: Signal<boolean>, held: Signal<boolean>): Signal<ReadonlyArray<string>> => {
  const changed = useSignal<ReadonlyArray<string>>([])
  useVisibleTask$(
    ({ cleanup, track }) => {
      const form = track(() => within.value)?.closest("form")
      if (!form) return
      const changes = new FormChanges(form)
      const note = () => changes.note()
      const look = () => {
        const labels = changes.labels()
        if (labels.join("\n") === changed.value.join("\n")) return
        changed.value = labels
        held.value = labels.length > 0
      }
      // what a click brings about (a choice that is set by another) shows once it is rendered
      const later = () => { look(); requestAnimationFrame(look) }
      const leave = (event: BeforeUnloadEvent) => { if (changed.value.length > 0) event.preventDefault() }
      note()
      for (const type of BEFORE) form.addEventListener(type, note, { capture: true })
      for (const type of AFTER) form.addEventListener(type, later)
      window.addEventListener("beforeunload", leave)
      watched.value = true
      cleanup(() => {
        watched.value = false
        held.value = false
        for (const type of BEFORE) form.removeEventListener(type, note, { capture: true })
        for (const type of AFTER) form.removeEventListener(type, later)
        window.removeEventListener("beforeunload", leave)
      })
    },
    { strategy: "document-ready" }
  )
  return changed
}
