import { component$ } from "@builder.io/qwik"
import { NavLink } from "./nav-link"

interface PageSidesProps {
  readonly label: string
  readonly sides: ReadonlyArray<readonly [string, string]>
}

export const PageSides = component$<PageSidesProps>(({ label, sides }) => (
  <nav class="flex flex-none flex-wrap gap-x-4 border-b border-line px-5" aria-label={label}>
    {sides.map(([href, text]) => (
      <NavLink key={text} href={href} class="tab inline-flex items-center" exact>
        {text}
      </NavLink>
    ))}
  </nav>
))
