import { $, component$, Slot, sync$, useComputed$ } from "@builder.io/qwik"
import { useLocation } from "~/lib/route"
import { useGoTo } from "~/lib/use-go-to"

interface NavLinkProps {
  readonly href: string
  readonly class?: string
  readonly exact?: boolean | undefined
  readonly label?: string
}

/** Qwik City's <Link> starts the framework per link and prefetches data for each. */
export const NavLink = component$<NavLinkProps>((props) => {
  const go = useGoTo()
  const location = useLocation()
  const current = useComputed$(() => {
    const here = location.url.pathname
    // A fragment (`/profile#password`) is never the current page.
    const [page = ""] = props.href.split("?", 1)
    return here === page || (!props.exact && here.startsWith(`${page}/`))
  })
  return (
    <a
      href={props.href}
      class={props.class}
      aria-label={props.label}
      aria-current={current.value ? "page" : undefined}
      onClick$={[
        sync$((event: MouseEvent) => {
          if (!(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button))
            event.preventDefault()
        }),
        $(async (event: MouseEvent, link: HTMLAnchorElement) => {
          if (!event.defaultPrevented) return
          link.closest<HTMLElement>("[popover]")?.hidePopover()
          await go(link.href)
        })
      ]}
    >
      <Slot />
    </a>
  )
})
