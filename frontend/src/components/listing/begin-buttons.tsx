import { component$ } from "@builder.io/qwik"
import { Icon } from "../ui/icon"
import { Menu, MenuItemBody } from "../ui/menu"
import { NavLink } from "../ui/nav-link"
import type { Beginning } from "./types"

export const BeginButtons = component$<{ readonly begin: ReadonlyArray<Beginning>; readonly disabled?: boolean }>(
  ({ begin, disabled }) => (
    <>
      {begin.map(({ icon, intent, label, opens }, index) => {
        const look = index === begin.length - 1 ? "btn btn-primary" : "btn btn-secondary begin-minor"
        const body = (
          <>
            <Icon name={icon} /> <span class="begin-label truncate">{label}</span>
          </>
        )
        return typeof opens === "string" ? (
          <NavLink key={intent} href={opens} class={look}>
            {body}
          </NavLink>
        ) : (
          <button
            key={intent}
            type="button"
            class={look}
            disabled={disabled}
            onClick$={() => {
              opens.value = {}
            }}
          >
            {body}
          </button>
        )
      })}
    </>
  )
)

export const BeginMenu = component$<{
  readonly id: string
  readonly label: string
  readonly begin: ReadonlyArray<Beginning>
}>(({ begin, id, label }) => (
  <>
    <button type="button" class="btn btn-primary" popovertarget={id}>
      <Icon name="plus" /> {label} <Icon name="chevron-down" />
    </button>
    <Menu id={id} label={label} end>
      {begin.map(({ icon, intent, label, menu, opens }) => {
        const body = (
          <MenuItemBody icon={icon} label={menu?.label ?? label} {...(menu === undefined ? {} : { hint: menu.hint })} />
        )
        return typeof opens === "string" ? (
          <NavLink key={intent} href={opens} class="menu-item">
            {body}
          </NavLink>
        ) : (
          <button
            key={intent}
            type="button"
            class="menu-item"
            popovertarget={id}
            onClick$={() => {
              opens.value = {}
            }}
          >
            {body}
          </button>
        )
      })}
    </Menu>
  </>
))
