import { component$ } from "@builder.io/qwik"
import { useLocation } from "@builder.io/qwik-city"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { frameOf } from "~/lib/frame-of"
import { useSession } from "~/lib/session-context"
import { navFor } from "~/lib/workspaces"

/** The pages of the present workspace. On narrow screens the same list opens from the top bar. */
export const SideNav = component$(() => {
  const location = useLocation()
  const session = useSession()
  const workspace = frameOf(location.url.pathname)
  return (
    <>
      {navFor(workspace.nav, session.value).map((group) => (
        <div key={group.title ?? ""}>
          {group.title && <h2 class="px-2 pb-1 text-2xs font-medium text-ink-3">{group.title}</h2>}
          <ul class="flex flex-col gap-px">
            {group.items.map((item) => (
              <li key={item.href}>
                <NavLink href={item.href} class="nav-item"><Icon name={item.icon} /> {item.label}</NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
})
