import { $, component$, type QRL, type Signal, useSignal, useTask$ } from "@builder.io/qwik"
import type { Opening } from "./dialog"

/** What a dialog knows that shows something this one time. */
export interface OnceProps {
  /** Closing it asks first. */
  readonly held: Signal<boolean>
  /** The question stands. */
  readonly leaving: Signal<boolean>
}

interface Once extends OnceProps {
  readonly ask: QRL<() => void>
}

/** For a dialog with something that is never shown again: closing it asks first. `always`: from its opening on; else once `held` is set. */
export const useShownOnce = (open: Opening, always = false): Once => {
  const held = useSignal(always)
  const leaving = useSignal(false)
  useTask$(({ track }) => {
    if (track(() => open.value) !== null) return
    held.value = always
    leaving.value = false
  })
  return { held, leaving, ask: $(() => { leaving.value = true }) }
}

interface LeaveOnceProps {
  readonly open: Opening
  readonly leaving: Signal<boolean>
  readonly text: string
}

/** The question before something goes that was shown once. */
export const LeaveOnce = component$<LeaveOnceProps>(({ leaving, open, text }) => (
  <footer class="flex flex-wrap items-center gap-2 border-t border-line bg-warn-soft px-5 py-3">
    <p role="alert" class="min-w-0 flex-1 basis-48 text-warn">{text}</p>
    <span class="ms-auto flex gap-2">
      <button type="button" class="btn btn-danger" onClick$={() => { open.value = null }}>Close without it</button>
      <button type="button" class="btn btn-primary" autoFocus onClick$={() => { leaving.value = false }}>Go back</button>
    </span>
  </footer>
))
