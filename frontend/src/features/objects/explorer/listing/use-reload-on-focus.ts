import { useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"

/** Event of `objectsChanged` (../runs/object-run-end.ts): a run was done or undone. */
const CHANGED = "stowage:objects-changed"

/** Milliseconds without another read at a return to the page. */
const GOOD = 2_000

/** Reads again when the window gets focus: gateways do not report changes by others. */
export const useReloadOnFocus = (table: Table): void => {
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
