import { type QRL, type Signal, useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import type { ContextsState } from "~/lib/execution-contexts"
import { counted } from "~/lib/format"
import { successToast, useToasts } from "~/lib/toasts"
import { storeClipped, readClipped, clippedText } from "./clipped-entries"
import type { Transfer } from "../uploads/transfer"

interface Clipping {
  readonly contexts: Pick<ContextsState, "current">
  readonly bucket: string
  readonly onPaste$: QRL<(entries: Transfer) => void>
}

/** Uses the clipboard's own events: they need no permission, and a paste gets what was copied elsewhere since. */
export const useClipping = (
  root: Signal<HTMLElement | undefined>,
  table: Table,
  { bucket, contexts, onPaste$ }: Clipping
): void => {
  const toasts = useToasts()
  useVisibleTask$(
    ({ cleanup, track }) => {
      const element = track(() => root.value)
      if (!element) return
      const onGrid = (): boolean =>
        element.contains(document.activeElement) && document.activeElement?.getAttribute("role") === "grid"
      const onCopied = (event: ClipboardEvent): void => {
        if (!onGrid() || document.getSelection()?.isCollapsed === false || event.clipboardData === null) return
        const selected = Object.keys(table.state.selected)
        const row = table.window.value?.at(table.state.active)
        const keys = selected.length > 0 ? selected : row && table.window.value ? [table.window.value.key(row)] : []
        const contextId = contexts.current?.id ?? ""
        if (keys.length === 0 || contextId === "") return
        const move = event.type === "cut"
        const entries = { place: { contextId, bucket }, base: table.url["prefix"] ?? "", keys, move }
        event.preventDefault()
        event.clipboardData.setData("text/plain", clippedText(entries))
        storeClipped(entries)
        successToast(toasts, {
          text:
            `${counted(keys.length, "entry", "entries")} ${move ? "cut" : "copied"}: paste in a folder to ` +
            `${move ? "move" : "copy"} there`
        })
      }
      const given = (event: ClipboardEvent): void => {
        if (!onGrid() || event.clipboardData === null || event.clipboardData.files.length > 0) return
        const entries = readClipped(event.clipboardData.getData("text/plain"))
        if (entries === null) return
        event.preventDefault()
        void onPaste$(entries)
      }
      const ended = new AbortController()
      const { signal } = ended
      // without selected text, some browsers copy nothing unless `beforecopy` is canceled
      const able = (event: Event): void => {
        if (onGrid()) event.preventDefault()
      }
      document.addEventListener("beforecopy", able, { signal })
      document.addEventListener("beforecut", able, { signal })
      document.addEventListener("copy", onCopied, { signal })
      document.addEventListener("cut", onCopied, { signal })
      document.addEventListener("paste", given, { signal })
      cleanup(() => ended.abort())
    },
    { strategy: "document-ready" }
  )
}
