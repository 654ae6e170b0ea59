import { component$, useVisibleTask$ } from "@builder.io/qwik"
import { Dock } from "~/components/operations/dock"
import { HISTORY_KEY, useOperations } from "~/lib/operations"
import { useSession } from "~/lib/session-context"

export const OperationsHost = component$(() => {
  const operations = useOperations()
  const session = useSession()
  useVisibleTask$(
    ({ cleanup, track }) => {
      const me = track(() => session.value)
      if (me === null) return
      operations.userId = me.kind === "user" ? `user ${me.user.id}` : `key ${me.access_key}`
      if (sessionStorage.getItem(HISTORY_KEY)?.includes('"ended":null')) operations.present = true
      const call = (event: KeyboardEvent) => {
        if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.code !== "KeyO") return
        if (sessionStorage.getItem(HISTORY_KEY) !== null) operations.present = true
        if (!operations.present) return
        event.preventDefault()
        operations.called++
      }
      document.addEventListener("keydown", call)
      cleanup(() => document.removeEventListener("keydown", call))
    },
    { strategy: "document-ready" }
  )
  return operations.present ? <Dock /> : null
})
