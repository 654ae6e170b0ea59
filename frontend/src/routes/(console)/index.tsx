import { component$, useVisibleTask$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { firstPage } from "~/lib/first-page"
import { useNavigate } from "~/lib/route"
import { useSession } from "~/lib/session-context"
import { workspacesFor } from "~/lib/workspaces"

export default component$(() => {
  const session = useSession()
  const navigate = useNavigate()
  useVisibleTask$(
    async ({ track }) => {
      const signedIn = track(() => session.value)
      if (!signedIn) return
      const page = await firstPage(signedIn)
      if (page !== null) await navigate(page, { replaceState: true })
    },
    { strategy: "document-ready" }
  )
  return (
    <div class="grid h-full place-items-center p-6">
      {session.value && workspacesFor(session.value).length === 0 ? (
        <div class="max-w-md text-center">
          <h1 class="text-base font-medium">No workspace is open to you yet</h1>
          <p class="mt-1 text-ink-2">You are signed in, but nobody has given you access. Ask an administrator.</p>
        </div>
      ) : (
        <p class="text-ink-3" role="status">
          Opening your workspace…
        </p>
      )}
    </div>
  )
})

export const head: DocumentHead = { title: "Start" }
