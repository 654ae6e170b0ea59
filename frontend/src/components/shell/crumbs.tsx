import { component$ } from "@builder.io/qwik"
import { NavLink } from "~/components/ui/nav-link"
import { crumbsOf, useTrail } from "~/lib/crumbs"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { frameOf } from "~/lib/frame-of"
import { useLocation } from "~/lib/route"

export const Crumbs = component$(() => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const trail = useTrail()
  const path = location.url.pathname
  const crumbs = crumbsOf(path, trail.value)
  if (crumbs.length === 0) return null
  const context =
    frameOf(path).contexts !== null && contexts.current !== null
      ? `?${new URLSearchParams({ context_id: contexts.current.id })}`
      : ""
  return (
    <nav class="crumbs" aria-label="Where you are">
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={crumb.href} class={["crumb", crumb.mono && "font-mono text-xs"]}>
            <span class="text-ink-3" aria-hidden="true">
              /
            </span>
            {index === crumbs.length - 1 ? (
              <span class="crumb-here" aria-current="location" title={crumb.label}>
                {crumb.label}
              </span>
            ) : (
              <NavLink href={`${crumb.href}${context}`} class="crumb-link" exact>
                <span title={crumb.label}>{crumb.label}</span>
              </NavLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
})
