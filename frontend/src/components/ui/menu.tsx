import { component$, Slot } from "@builder.io/qwik"
import { Icon } from "./icon"
import type { IconName } from "~/lib/icon-names"
import { step } from "./menu-keys"

interface MenuProps {
  readonly id: string
  readonly label: string
  readonly end?: boolean
}

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

export const MenuItemBody = (props: {
  readonly icon: IconName
  readonly label: string
  readonly hint?: string
  readonly current?: boolean
}) => (
  <>
    <Icon name={props.icon} />
    <span class="min-w-0 flex-1">
      <span class="block truncate font-medium text-ink">{props.label}</span>
      {props.hint && <span class="block truncate text-xs text-ink-3">{props.hint}</span>}
    </span>
    {props.current && <Icon name="check" />}
  </>
)
