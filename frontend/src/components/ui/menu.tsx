import { component$, Slot } from "@builder.io/qwik"
import { Icon } from "./icon"
import type { IconName } from "~/lib/icon-names"
import { TypeAhead } from "~/lib/type-ahead"

/** One for all menus: only one is open at a time. */
const typeAhead = new TypeAhead()

interface MenuProps {
  /** Unique on the page; the opening button names it in `popovertarget`. */
  readonly id: string
  readonly label: string
  /** Opens towards the left, for buttons at the right edge. */
  readonly end?: boolean
}

const step = (event: KeyboardEvent, menu: HTMLElement): void => {
  const items = [...menu.querySelectorAll<HTMLElement>(".menu-item:not([disabled])")]
  const here = items.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: here + 1, ArrowUp: here < 0 ? items.length - 1 : here - 1, Home: 0, End: items.length - 1 }[event.key]
    ?? (isTyping(event) ? typeAhead.next(event.key, event.timeStamp, items.map((item) => item.innerText), here) : undefined)
  if (to !== undefined) items[(to + items.length) % items.length]?.focus()
}

/** A letter, outside of fields, where it belongs to the text. */
const isTyping = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey && !(event.target as HTMLElement).matches("input, textarea")

/** A popover with things to choose: arrows and first letters move, Escape closes and hands focus back (the browser does both last ones). */
export const Menu = component$<MenuProps>(({ end, id, label }) => (
  <div
    id={id}
    popover="auto"
    class={["menu", end && "menu-end"]}
    role="group"
    aria-label={label}
    onKeyDown$={(event, menu) => step(event, menu)}
    onToggle$={(event, menu) => {
      if (event.newState === "open") menu.querySelector<HTMLElement>(".menu-item[aria-current], .menu-item")?.focus()
    }}
  >
    <Slot />
  </div>
))

/** Inside of a menu item: icon, label, a line of explanation, the tick of the present choice. An inline component. */
export const MenuItemBody = (props: { readonly icon: IconName; readonly label: string; readonly hint?: string; readonly current?: boolean }) => (
  <>
    <Icon name={props.icon} />
    <span class="min-w-0 flex-1">
      <span class="block truncate font-medium text-ink">{props.label}</span>
      {props.hint && <span class="block truncate text-xs text-ink-3">{props.hint}</span>}
    </span>
    {props.current && <Icon name="check" />}
  </>
)
