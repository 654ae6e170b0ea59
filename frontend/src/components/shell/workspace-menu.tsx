import { component$ } from "@builder.io/qwik"
import { useLocation } from "@builder.io/qwik-city"
import { Icon } from "~/components/ui/icon"
import { Menu, MenuItemBody } from "~/components/ui/menu"
import { NavLink } from "~/components/ui/nav-link"
import { useSession } from "~/lib/session-context"
import { frameOf } from "~/lib/frame-of"
import { workspacesFor } from "~/lib/workspaces"

export const WorkspaceMenu = component$(() => {
  const location = useLocation()
  const session = useSession()
  const current = frameOf(location.url.pathname)
  return (
    <>
      <button type="button" class="btn btn-ghost px-2 text-ink" popovertarget="workspace-menu">
        <span class="sr-only">Workspace: </span>
        <Icon name={current.icon} />
        {current.label}
        <Icon name="chevrons-up-down" class="size-3.5 text-ink-3" />
      </button>
      <Menu id="workspace-menu" label="Workspaces">
        <p class="menu-title">Workspaces</p>
        {workspacesFor(session.value).map((workspace) => (
          <NavLink key={workspace.id} href={workspace.href} class="menu-item">
            <MenuItemBody icon={workspace.icon} label={workspace.label} hint={workspace.hint} current={workspace.id === current.id} />
          </NavLink>
        ))}
      </Menu>
    </>
  )
})
