import { $, component$, type QRL, type Signal, useSignal, useTask$ } from "@builder.io/qwik"
import type { Opening } from "./dialog"

export interface ShownOnceProps {
  readonly held: Signal<boolean>
  readonly leaving: Signal<boolean>
}

interface Once extends ShownOnceProps {
  readonly ask: QRL<() => void>
}

export const useShownOnceGuard = (open: Opening, always = false): Once => {
  const isUnsaved = useSignal(always)
  const leaving = useSignal(false)
  useTask$(({ track }) => {
    if (track(() => open.value) !== null) return
    isUnsaved.value = always
    leaving.value = false
  })
  return {
    held: isUnsaved,
    leaving,
    ask: $(() => {
      leaving.value = true
    })
  }
}

interface LeaveOnceProps {
  readonly open: Opening
  readonly leaving: Signal<boolean>
  readonly text: string
}

export const ConfirmLeaving = component$<LeaveOnceProps>(({ leaving, open, text }) => (
  <footer class="flex flex-wrap items-center gap-2 border-t border-line bg-warn-soft px-5 py-3">
    <p role="alert" class="min-w-0 flex-1 basis-48 text-warn">
      {text}
    </p>
    <span class="ms-auto flex gap-2">
      <button
        type="button"
        class="btn btn-danger"
        onClick$={() => {
          open.value = null
        }}
      >
        Close without it
      </button>
      <button
        type="button"
        class="btn btn-primary"
        autoFocus
        onClick$={() => {
          leaving.value = false
        }}
      >
        Go back
      </button>
    </span>
  </footer>
))

export const ShownOnceFooter = component$<LeaveOnceProps>(({ leaving, open, text }) =>
  leaving.value ? (
    <ConfirmLeaving open={open} leaving={leaving} text={text} />
  ) : (
    <footer class="flex justify-end border-t border-line px-5 py-3">
      <button
        type="button"
        class="btn btn-primary"
        onClick$={() => {
          open.value = null
        }}
      >
        I have copied it
      </button>
    </footer>
  )
)
