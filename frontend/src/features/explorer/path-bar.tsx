import { component$, type QRL } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { crumbsOf } from "./entries"

interface PathBarProps {
  readonly bucket: string
  readonly prefix: string
  readonly contextId: string
  readonly onGo$: QRL<(prefix: string) => void>
}

/** Where the explorer is: buckets / bucket / folders, each a way back. */
export const PathBar = component$<PathBarProps>(({ bucket, contextId, onGo$, prefix }) => (
  <nav aria-label="Path" class="flex min-w-0 flex-1 items-center gap-0.5 overflow-x-auto text-lg">
    <NavLink href={`/browser?${new URLSearchParams({ context_id: contextId })}`} class="btn btn-ghost btn-icon flex-none"><Icon name="arrow-left" label="All buckets" /></NavLink>
    <h1 class="contents">
      <button type="button" class="btn btn-ghost px-1.5 text-lg font-semibold text-ink" onClick$={() => onGo$("")}><Icon name="database" />{bucket}</button>
    </h1>
    {crumbsOf(prefix).map((crumb) => (
      <span key={crumb.prefix} class="flex flex-none items-center">
        <Icon name="chevron-right" class="text-ink-3" />
        <button type="button" class="btn btn-ghost px-1.5 text-base text-ink" aria-current={crumb.prefix === prefix ? "location" : undefined} onClick$={() => onGo$(crumb.prefix)}>{crumb.name}</button>
      </span>
    ))}
  </nav>
))
