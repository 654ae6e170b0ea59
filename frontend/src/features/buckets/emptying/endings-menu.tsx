import { component$, type QRL, type Signal, useId } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { Menu, MenuItemBody } from "~/components/ui/menu"
import { NavLink } from "~/components/ui/nav-link"
import { EndingDialog } from "./ending-dialog"
import { useEnding } from "./use-ending"

const KINDS = [
  ["empty", "Empty…", "Everything in it goes, the bucket stays"],
  ["delete", "Delete…", "Now or later"]
] as const

export const EndingsMenu = component$<{
  readonly bucket: string
  readonly contextId: string
  readonly changed: Signal<number>
  readonly onDeleted$?: QRL<(bucket: string) => unknown>
}>(({ bucket, changed, contextId, onDeleted$ }) => {
  const id = useId()
  const { ask$, busy, open } = useEnding(bucket, contextId)
  return (
    <>
      <button
        type="button"
        class="btn btn-secondary btn-icon"
        popovertarget={id}
        aria-label="More to do with this bucket"
        title="More"
        disabled={busy.value}
      >
        <Icon name={busy.value ? "loader-circle" : "ellipsis"} class={busy.value ? "spin" : ""} />
      </button>
      <Menu id={id} label="More to do with this bucket" end>
        {KINDS.map(([kind, label, hint]) => (
          <button key={kind} type="button" class="menu-item" popovertarget={id} onClick$={() => ask$(kind)}>
            <MenuItemBody icon="trash-2" label={label} hint={hint} />
          </button>
        ))}
        <NavLink class="menu-item" href={`/manager/work?${new URLSearchParams({ context_id: contextId })}`}>
          <MenuItemBody icon="history" label="What ran" />
        </NavLink>
      </Menu>
      <EndingDialog open={open} changed={changed} onDeleted$={onDeleted$} />
    </>
  )
})
