import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { BrandMark } from "~/components/ui/brand-mark"
import { NavLink } from "~/components/ui/nav-link"
import { useBrand } from "~/lib/brand"
import { SideNav } from "./side-nav"

const CURRENT = "[aria-current=page], .nav-item"

const DrawerPages = component$(() => {
  const nav = useSignal<HTMLElement>()
  useVisibleTask$(() => nav.value?.querySelector<HTMLElement>(CURRENT)?.focus(), { strategy: "document-ready" })
  return (
    <nav ref={nav} class="grid gap-4" aria-label="Pages">
      <SideNav />
    </nav>
  )
})

export const Drawer = component$(() => {
  const brand = useBrand()
  const opened = useSignal(false)
  return (
    <div
      id="drawer"
      popover="auto"
      class="drawer"
      onToggle$={(event, drawer) => {
        if (event.newState !== "open") return
        opened.value = true
        drawer.querySelector<HTMLElement>(CURRENT)?.focus()
      }}
    >
      <div class="flex items-center gap-2 pb-2">
        <NavLink href="/" class="flex flex-1 items-center gap-2 rounded-ctl px-2 font-semibold tracking-tight" exact>
          <BrandMark logo={brand.logo_url} class="size-6" /> <span class="min-w-0 truncate">{brand.name}</span>
          <span class="sr-only">, start page</span>
        </NavLink>
        <button
          type="button"
          class="btn btn-ghost btn-icon"
          aria-label="Close navigation"
          popovertarget="drawer"
          popovertargetaction="hide"
        >
          <Icon name="x" />
        </button>
      </div>
      {opened.value ? (
        <DrawerPages key="pages" />
      ) : (
        <p key="waiting" class="px-2 text-ink-3">
          Loading the pages …
        </p>
      )}
    </div>
  )
})
