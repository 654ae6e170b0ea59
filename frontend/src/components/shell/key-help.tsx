import { $, component$, sync$, useOnDocument } from "@builder.io/qwik"
import { Dialog } from "~/components/ui/dialog"
import { useKeyHelp } from "~/lib/key-help"
import { KeyList } from "./key-list"

/** Keys can be switched off (WCAG 2.1.4). */
export const KeyHelp = component$(() => {
  const open = useKeyHelp()
  useOnDocument(
    "keydown",
    sync$((event: KeyboardEvent) => {
      if ((event.key !== "/" && event.key !== "?") || event.ctrlKey || event.metaKey || event.altKey) return
      if (
        (event.target as HTMLElement).closest(
          "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]"
        )
      )
        return
      if (document.querySelector("dialog[open]") || localStorage.getItem("stowage:single-keys") === "off") return
      event.preventDefault()
      if (event.key === "?") return
      const fields = document.querySelectorAll<HTMLInputElement>("main input[type=search]")
      const field = Array.from(fields).find((each) => each.checkVisibility())
      field?.focus()
      field?.select()
    })
  )
  useOnDocument(
    "keydown",
    $((event: KeyboardEvent) => {
      if (event.key === "?" && event.defaultPrevented && open.value === null) open.value = {}
    })
  )
  return (
    <Dialog open={open} title="Keyboard">
      <KeyList />
    </Dialog>
  )
})
