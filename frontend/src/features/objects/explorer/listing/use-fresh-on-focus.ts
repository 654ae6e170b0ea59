import { useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"

/**
 * Said by `objectsChanged` (../runs/object-run-end.ts): a run that no dialog of this page waits for was done or undone.
 */
const CHANGED = "stowage:objects-changed"

/** Milliseconds that a reading stays good for when somebody comes back to its page. */
const GOOD = 2_000

/** Reads a listing again when its window or tab is looked at again: gateways tell nobody what others change. */
export const useFreshOnFocus = (table: Table): void => {
  useVisibleTask$(
    ({ cleanup }) => {
      let read = Date.now()
      const look = () => {
        if (document.visibilityState !== "visible" || Date.now() - read < GOOD) return
        read = Date.now()
        table.handle.value?.reload()
      }
      const again = () => {
        table.handle.value?.reload()
      }
      window.addEventListener(CHANGED, again)
      window.addEventListener("focus", look)
      document.addEventListener("visibilitychange", look)
      cleanup(() => {
        window.removeEventListener(CHANGED, again)
        window.removeEventListener("focus", look)
        document.removeEventListener("visibilitychange", look)
      })
    },
    { strategy: "document-ready" }
  )
}
