import { component$, type Signal } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { Logo } from "~/components/ui/logo"
import { Menu } from "~/components/ui/menu"
import { NavLink } from "~/components/ui/nav-link"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { AccountMenu } from "./account-menu"
import { ContextMenu } from "./context-menu"
import { SideNav } from "./side-nav"
import { ThemeToggle } from "./theme-toggle"
import { WorkspaceMenu } from "./workspace-menu"

export const TopBar = component$<{ readonly paletteOpen: Signal<boolean> }>(({ paletteOpen }) => {
  const contexts = useExecutionContexts()
  return (
    <header class="shell-top flex items-center gap-2 border-b border-line bg-surface px-3">
      <button type="button" class="shell-nav-toggle btn btn-ghost btn-icon" aria-label="Pages" popovertarget="narrow-nav"><Icon name="rows-4" /></button>
      <Menu id="narrow-nav" label="Pages"><nav class="grid gap-3" aria-label="Pages"><SideNav /></nav></Menu>
      <NavLink href="/" class="flex items-center gap-2 rounded-ctl" exact>
        <Logo class="size-6" />
        <span class="hidden font-semibold tracking-tight sm:inline">Stowage</span>
        <span class="sr-only">Start page</span>
      </NavLink>
      <span class="mx-1 hidden h-5 w-px bg-line sm:block" aria-hidden="true" />
      <WorkspaceMenu />
      {contexts.workspace !== null && <span class="text-ink-3" aria-hidden="true">/</span>}
      <ContextMenu />
      <div class="flex-1" />
      <button type="button" class="btn btn-secondary hidden w-56 justify-start text-ink-3 md:flex" onClick$={() => { paletteOpen.value = true }}>
        <Icon name="search" />
        <span class="flex-1 text-start font-normal">Search or jump to…</span>
        <kbd class="kbd" aria-hidden="true">Ctrl K</kbd>
      </button>
      <button type="button" class="btn btn-ghost btn-icon md:hidden" aria-label="Search or jump to" onClick$={() => { paletteOpen.value = true }}><Icon name="search" /></button>
      <ThemeToggle />
      <AccountMenu />
    </header>
  )
})
