import { component$, sync$, useOnDocument, useSignal } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { PaletteBody } from "~/components/palette/palette-body"

/** The dialog takes input immediately; search and results (`components/palette`) load when first opened. */
export const CommandPalette = component$(() => {
  const requested = useSignal(false)
  useOnDocument(
    "keydown",
    sync$((event: KeyboardEvent) => {
      // Physical key, for layouts without Latin letters.
      const isK = event.key.toLowerCase() === "k" || (event.code === "KeyK" && event.key > "\u007f")
      if (!isK || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      const dialog = document.querySelector<HTMLDialogElement>("dialog.palette")
      // Would cover the sign-in dialog, and finds nothing without a session.
      if (!dialog?.open) return document.querySelector("dialog[open] [data-signs-in]") ? undefined : dialog?.showModal()
      dialog.dispatchEvent(new Event("cancel"))
      dialog.close()
    })
  )
  return (
    <dialog
      class="palette"
      aria-label="Search or jump to"
      onFocusin$={() => {
        requested.value = true
      }}
      // "close" fires in the next frame, when the dialog may be open again.
      onCancel$={sync$((_: Event, dialog: HTMLElement) => {
        const input = dialog.querySelector("input")
        if (!input) return
        input.value = ""
        delete input.dataset["enter"]
      })}
    >
      <div class="flex items-center gap-2 border-b border-line px-3">
        <Icon name="search" class="text-ink-3" />
        <input
          class="h-11 min-w-0 flex-1 bg-transparent text-base outline-none!"
          placeholder="Search pages, actions and buckets…"
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
          maxLength={300}
          role="combobox"
          aria-expanded="false"
          aria-autocomplete="list"
          aria-label="Search pages, actions and buckets"
          onInput$={sync$((_: Event, input: HTMLInputElement) => {
            delete input.dataset["enter"]
          })}
          onKeyDown$={sync$((event: KeyboardEvent, input: HTMLInputElement) => {
            if (event.key === "ArrowDown" || event.key === "ArrowUp") event.preventDefault()
            if (event.key === "Enter" && !event.isComposing) input.dataset["enter"] = "1"
          })}
        />
        <kbd class="kbd" aria-hidden="true">
          Esc
        </kbd>
      </div>
      {requested.value ? <PaletteBody /> : <p class="px-3 py-6 text-center text-ink-3">Loading…</p>}
    </dialog>
  )
})
