import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { requestedContextId } from "~/lib/context-state"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { frameOf, sidebarOf } from "~/lib/frame-of"
import { useLocation } from "~/lib/route"
import { useSession } from "~/lib/session-context"
import { navFor } from "~/lib/workspaces"

export const SideNav = component$(() => {
  const location = useLocation()
  const session = useSession()
  const contexts = useExecutionContexts()
  const frame = frameOf(location.url.pathname)
  // For links opened in another tab, even with an invalid context.
  const named = frame.contexts === null ? null : requestedContextId(contexts.state)
  const context = named === null ? "" : `?${new URLSearchParams({ context_id: named })}`
  return (
    <>
      {navFor(sidebarOf(frame, session.value), session.value).map(
        (group) =>
          group.items.length > 0 && (
            <div key={group.title ?? ""} class="nav-group">
              {group.title && <h2 class="nav-title">{group.title}</h2>}
              <ul class="flex flex-col gap-px">
                {group.items.map((item) => (
                  <li key={item.href}>
                    <NavLink href={`${item.href}${context}`} class="nav-item" exact={item.exact}>
                      <Icon name={item.icon} />
                      <span class="nav-label">{item.label}</span>
                    </NavLink>
                  </li>
                ))}
              </ul>
            </div>
          )
      )}
    </>
  )
})
