import { component$, type QRL, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import { Menu, MenuItemBody } from "~/components/ui/menu"
import type { BucketPlace } from "~/lib/bucket-place"
import { toast, useToasts } from "~/lib/toasts"
import { visible } from "~/lib/visible"
import { download } from "./download"
import { nameOf } from "./entries"

interface MenuProps {
  /** What holds the table. */
  readonly root: Signal<HTMLElement | undefined>
  readonly table: Table
  readonly place: BucketPlace
  readonly onOpen$: QRL<(key: string) => void>
  readonly onDelete$: QRL<(keys: ReadonlyArray<string>) => void>
}

const ID = "entry-menu"
/** Pixels that the menu keeps from the edges of the window. */
const EDGE = 8

/** What can be done with an entry: by the other button of the mouse, a long press, or the menu key where the keys are. */
export const EntryMenu = component$<MenuProps>(({ onDelete$, onOpen$, place, root, table }) => {
  const toasts = useToasts()
  const entry = useSignal("")
  useVisibleTask$(
    ({ cleanup, track }) => {
      const element = track(() => root.value)
      if (!element) return
      const show = (event: MouseEvent): void => {
        const { target } = event
        if (!(target instanceof HTMLElement)) return
        const row = target.closest<HTMLElement>(`[id^="${table.id}-row-"]`)
        const grid = target.closest<HTMLElement>("[role=grid]")
        const index = row?.closest("[role=row]") ? Number(/-row-(\d+)/.exec(row.id)?.[1] ?? -1) : target === grid ? table.state.active : -1
        const found = index < 0 ? undefined : table.window.value?.at(index)
        const menu = document.getElementById(ID)
        if (!found || !table.window.value || !menu) return
        event.preventDefault()
        entry.value = table.window.value.key(found)
        table.state.active = index
        // by the menu key there is no pointer: the menu stands at its row
        const box = document.getElementById(`${table.id}-row-${index}`)?.getBoundingClientRect()
        const at = target === grid && box ? { x: box.left + 48, y: box.bottom } : { x: event.clientX, y: event.clientY }
        menu.showPopover()
        menu.style.inset = "auto"
        menu.style.left = `${Math.max(EDGE, Math.min(at.x, window.innerWidth - menu.offsetWidth - EDGE))}px`
        menu.style.top = `${Math.max(EDGE, Math.min(at.y, window.innerHeight - menu.offsetHeight - EDGE))}px`
      }
      element.addEventListener("contextmenu", show)
      cleanup(() => element.removeEventListener("contextmenu", show))
    },
    { strategy: "document-ready" }
  )
  const folder = entry.value.endsWith("/")
  return (
    <Menu id={ID} label={entry.value === "" ? "Entry" : `Actions on ${nameOf(entry.value)}`}>
      <button type="button" class="menu-item" onClick$={(_, item) => { item.closest<HTMLElement>("[popover]")?.hidePopover(); return onOpen$(entry.value) }}><MenuItemBody icon={folder ? "folder" : "eye"} label={folder ? "Open folder" : "Show details"} /></button>
      {!folder && <button type="button" class="menu-item" onClick$={(_, item) => { item.closest<HTMLElement>("[popover]")?.hidePopover(); return download(place, entry.value, toasts) }}><MenuItemBody icon="download" label="Download" /></button>}
      <button
        type="button"
        class="menu-item"
        onClick$={async (_, item) => {
          item.closest<HTMLElement>("[popover]")?.hidePopover()
          try {
            await navigator.clipboard.writeText(`s3://${place.bucket}/${entry.value}`)
            toast(toasts, { tone: "info", text: `s3://${place.bucket}/${visible(entry.value)} is copied` })
          } catch {
            toast(toasts, { tone: "danger", text: "The clipboard is not open to this page", detail: "Browsers offer it on https and localhost alone." })
          }
        }}
      >
        <MenuItemBody icon="copy" label="Copy S3 URI" />
      </button>
      <button type="button" class="menu-item" onClick$={(_, item) => { item.closest<HTMLElement>("[popover]")?.hidePopover(); return onDelete$([entry.value]) }}><MenuItemBody icon="trash-2" label="Delete …" /></button>
    </Menu>
  )
})
