import { component$ } from "@builder.io/qwik"
import type { DocumentHead, RequestHandler } from "@builder.io/qwik-city"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { SearchButton } from "~/components/ui/search-button"
import { frameOf, sidebarOf } from "~/lib/frame-of"
import { useLocation } from "~/lib/route"
import { useSession } from "~/lib/session-context"
import { navFor, pageRefusal } from "~/lib/workspaces"

export const onGet: RequestHandler = ({ status }) => {
  status(404)
}

export default component$(() => {
  const location = useLocation()
  const session = useSession()
  const path = location.url.pathname
  const frame = frameOf(path)
  const pages =
    pageRefusal(path, session.value) === null
      ? navFor(sidebarOf(frame, session.value), session.value).flatMap(({ items }) => items)
      : []
  return (
    <div class="grid min-h-full place-items-center p-6">
      <div class="w-full max-w-md">
        <p class="text-xs text-ink-3">404</p>
        <h1 class="text-xl font-semibold tracking-tight">There is no such page</h1>
        <p class="mt-1 text-ink-2">The address may be mistyped, or what it led to has moved.</p>
        <p
          class="mt-3 line-clamp-3 rounded-ctl bg-sunken px-3 py-2 font-mono text-xs break-all text-ink-2"
          data-testid="address"
        >
          {path}
        </p>
        <div class="mt-5 flex flex-wrap gap-2">
          <NavLink href="/" class="btn btn-primary">
            Go to the start page
          </NavLink>
          <SearchButton />
        </div>
        {pages.length > 0 && (
          <div class="min-[56rem]:hidden">
            <h2 class="mt-8 mb-1 text-xs font-medium text-ink-3">
              {frame.id === "none" ? "Workspaces" : `Pages of ${frame.label}`}
            </h2>
            <ul class="-mx-2">
              {pages.map((page) => (
                <li key={page.href}>
                  <NavLink href={page.href} class="nav-item">
                    <Icon name={page.icon} />
                    <span class="nav-label">{page.label}</span>
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  )
})

export const head: DocumentHead = { title: "Not found" }
