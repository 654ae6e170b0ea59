import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { Menu, MenuItemBody } from "~/components/ui/menu"
import { NavLink } from "~/components/ui/nav-link"
import { useLocation } from "~/lib/route"
import { useSession } from "~/lib/session-context"
import { frameOf } from "~/lib/frame-of"
import { workspacesFor } from "~/lib/workspaces"

export const WorkspaceMenu = component$(() => {
  const location = useLocation()
  const session = useSession()
  const current = frameOf(location.url.pathname)
  const outside = current.id === "profile" || current.id === "none"
  return (
    <>
      <button type="button" class="btn btn-ghost flex-none px-2 text-ink" popovertarget="workspace-menu">
        {!outside && <span class="sr-only">Workspace: </span>}
        <Icon name={outside ? "house" : current.icon} />
        <span class="max-sm:sr-only">{outside ? "Workspaces" : current.label}</span>
        <Icon name="chevrons-up-down" class="size-3.5 text-ink-3" />
      </button>
      <Menu id="workspace-menu" label="Workspaces">
        <p class="menu-title">Workspaces</p>
        {workspacesFor(session.value).map((workspace) => (
          <NavLink key={workspace.id} href={workspace.href} class="menu-item">
            <MenuItemBody
              icon={workspace.icon}
              label={workspace.label}
              hint={workspace.hint}
              current={workspace.id === current.id}
            />
          </NavLink>
        ))}
        {session.value === null && <span class="skeleton block h-8 w-full" aria-hidden="true" />}
        {session.value !== null && workspacesFor(session.value).length === 0 && (
          <p class="px-2 py-1 text-ink-2">None is open to you yet.</p>
        )}
      </Menu>
    </>
  )
})
