import { component$, Slot } from "@builder.io/qwik"
import { Forbidden } from "~/components/ui/forbidden"
import { useLocation } from "~/lib/route"
import { useSession } from "~/lib/session-context"
import { pageRefusal } from "~/lib/workspaces"

export const RouteGuard = component$(() => {
  const location = useLocation()
  const session = useSession()
  const refusal = pageRefusal(location.url.pathname, session.value)
  return refusal === null ? (
    <Slot />
  ) : (
    <Forbidden title={refusal.title} who={refusal.who} text={refusal.text} next={refusal.next} />
  )
})
