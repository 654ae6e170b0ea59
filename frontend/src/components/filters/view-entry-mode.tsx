import { component$, type QRL, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"

type Mode = "deleting" | "renaming" | "showing"

interface EntryMode {
  readonly mode: Signal<Mode>
  readonly entry: Signal<HTMLElement | undefined>
}

/** The form of a mode gets the focus, and later the button that opened it: both have its name in `data-focus`. */
export const useEntryMode = (before: Mode = "showing"): EntryMode => {
  const mode = useSignal<Mode>("showing")
  const entry = useSignal<HTMLElement>()
  const last = useSignal(before)
  useVisibleTask$(({ track }) => {
    const now = track(() => mode.value)
    if (now !== "showing") last.value = now
    entry.value?.querySelector<HTMLElement>(`[data-focus="${last.value}"]`)?.focus()
  })
  return { mode, entry }
}

export const RenameForm = component$<{ readonly name: string; readonly rename$: QRL<(name: string) => unknown> }>(
  ({ name, rename$ }) => (
    <form
      class="flex gap-2 px-2 py-1"
      preventdefault:submit
      onSubmit$={(_, form) => rename$(String(new FormData(form).get("name")))}
    >
      <input
        class="input"
        name="name"
        aria-label={`New name of ${name}`}
        maxLength={60}
        value={name}
        data-focus="renaming"
        required
      />
      <button type="submit" class="btn btn-secondary">
        Rename
      </button>
    </form>
  )
)
