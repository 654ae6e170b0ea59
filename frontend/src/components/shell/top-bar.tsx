import { component$, sync$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { BrandMark } from "~/components/ui/brand-mark"
import { NavLink } from "~/components/ui/nav-link"
import { useBrand } from "~/lib/brand"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useSession } from "~/lib/session-context"
import { AccountMenu } from "./account-menu"
import { Bell } from "./bell"
import { ContextMenu } from "./context-menu"
import { Crumbs } from "./crumbs"
import { Drawer } from "./drawer"
import { ThemeToggle } from "./theme-toggle"
import { WorkspaceMenu } from "./workspace-menu"

export const TopBar = component$(() => {
  const contexts = useExecutionContexts()
  const brand = useBrand()
  const session = useSession()
  return (
    <header class="shell-top">
      <button
        type="button"
        class="shell-nav-toggle btn btn-ghost btn-icon"
        aria-label="Open navigation"
        popovertarget="drawer"
      >
        <Icon name="rows-4" />
      </button>
      <Drawer />
      <NavLink href="/" class="hidden flex-none items-center gap-2 rounded-ctl sm:flex" exact>
        <BrandMark logo={brand.logo_url} class="size-6" />
        <span class="hidden max-w-48 truncate font-semibold tracking-tight xl:inline">{brand.name}</span>
        <span class="sr-only">Start page</span>
      </NavLink>
      <span class="mx-1 hidden h-5 w-px flex-none bg-line sm:block" aria-hidden="true" />
      <WorkspaceMenu />
      {contexts.workspace !== null && (
        <span class="text-ink-3" aria-hidden="true">
          /
        </span>
      )}
      <ContextMenu />
      <Crumbs />
      <div class="flex-1" />
      <button
        type="button"
        class="palette-button btn btn-secondary"
        aria-haspopup="dialog"
        onClick$={sync$(() => document.querySelector<HTMLDialogElement>("dialog.palette")?.showModal())}
      >
        <Icon name="search" />
        <span class="palette-words">Search or jump to…</span>
        <kbd class="kbd" aria-hidden="true">
          Ctrl K
        </kbd>
      </button>
      <Bell />
      <ThemeToggle keeps={session.value?.kind === "user"} class="max-sm:hidden" />
      <AccountMenu />
    </header>
  )
})
