import { type QRL, type Signal, useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import { isFolderEntry } from "../../transfers/entry-id"

/** Distinguishes dragged entries from files. */
const TYPE = "application/x-stowage-entries"

/** Targets are rows of the table and elements with `data-folder`. `move`: false while Ctrl is held. */
export const useDragEntries = (
  root: Signal<HTMLElement | undefined>,
  table: Table,
  onDrop$: QRL<(keys: ReadonlyArray<string>, folder: string, move: boolean) => void>
): void => {
  useVisibleTask$(
    ({ cleanup, track }) => {
      const element = track(() => root.value)
      if (!element) return
      let dragged: ReadonlyArray<string> = []
      let over: HTMLElement | undefined
      const rowOf = (target: EventTarget | null): { readonly row: HTMLElement; readonly key: string } | null => {
        const row = target instanceof Element ? target.closest<HTMLElement>(`[id^="${table.id}-row-"][role=row]`) : null
        const found = row ? table.window.value?.at(Number(/-row-(\d+)/.exec(row.id)?.[1] ?? -1)) : undefined
        return row && found && table.window.value ? { row, key: table.window.value.key(found) } : null
      }
      const folderOf = (
        target: EventTarget | null
      ): { readonly place: HTMLElement; readonly folder: string } | null => {
        const named = target instanceof Element ? target.closest<HTMLElement>("[data-folder]") : null
        if (named) return { place: named, folder: named.dataset["folder"] ?? "" }
        const found = rowOf(target)
        return found && isFolderEntry(found.key) ? { place: found.row, folder: found.key } : null
      }
      const isNowhere = (folder: string): boolean =>
        folder === (table.url["prefix"] ?? "") || dragged.some((id) => isFolderEntry(id) && folder.startsWith(id))
      const leave = (): void => {
        over?.removeAttribute("data-drop")
        over = undefined
      }
      const isOurs = (event: DragEvent): boolean => event.dataTransfer?.types.includes(TYPE) === true
      const ended = new AbortController()
      const { signal } = ended
      // rows are reused as the table scrolls: make the pressed one draggable
      element.addEventListener(
        "pointerdown",
        (event) => {
          const found = event.pointerType === "mouse" ? rowOf(event.target) : null
          if (found) found.row.draggable = !(event.target instanceof HTMLInputElement)
        },
        { signal }
      )
      element.addEventListener(
        "dragstart",
        (event) => {
          const found = rowOf(event.target)
          if (!found || !event.dataTransfer) return
          dragged = Object.hasOwn(table.state.selected, found.key) ? Object.keys(table.state.selected) : [found.key]
          event.dataTransfer.clearData()
          event.dataTransfer.setData(TYPE, "entries")
          event.dataTransfer.effectAllowed = "copyMove"
        },
        { signal }
      )
      element.addEventListener(
        "dragover",
        (event) => {
          if (!isOurs(event)) return
          leave()
          const found = folderOf(event.target)
          if (!found || isNowhere(found.folder)) return
          event.preventDefault()
          if (event.dataTransfer) event.dataTransfer.dropEffect = event.ctrlKey ? "copy" : "move"
          over = found.place
          over.setAttribute("data-drop", "here")
        },
        { signal }
      )
      element.addEventListener(
        "drop",
        (event) => {
          if (!isOurs(event)) return
          event.preventDefault()
          const found = folderOf(event.target)
          leave()
          if (found && !isNowhere(found.folder)) void onDrop$(dragged, found.folder, !event.ctrlKey)
        },
        { signal }
      )
      element.addEventListener("dragend", leave, { signal })
      cleanup(() => ended.abort())
    },
    { strategy: "document-ready" }
  )
}
