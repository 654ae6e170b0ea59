import { component$, type QRL, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import { Menu, MenuItemBody } from "~/components/ui/menu"
import type { BucketPlace } from "~/lib/bucket-place"
import { copyText } from "~/lib/copy-text"
import { useOperations } from "~/lib/operations"
import { toast, useToasts } from "~/lib/toasts"
import { useReadOnly } from "~/lib/use-read-only"
import { int } from "~/lib/format"
import type { IconName } from "~/lib/icon-names"
import { visible } from "~/lib/visible"
import { download } from "../../transfers/download"
import type { Sharing } from "../../shares/share"
import { isFolderEntry, keyOfEntry } from "../../transfers/entry-id"
import { entryName } from "./entries"

interface MenuProps {
  readonly root: Signal<HTMLElement | undefined>
  readonly table: Table
  readonly place: BucketPlace
  readonly sharing: Signal<Sharing | null>
  readonly onOpen$: QRL<(key: string) => void>
  readonly onLook$: QRL<(index: number) => void>
  readonly onDelete$: QRL<(keys: ReadonlyArray<string>) => void>
  readonly onTransfer$: QRL<(keys: ReadonlyArray<string>, move: boolean) => void>
  readonly onRename$: QRL<(key: string) => void>
}

interface ItemProps {
  readonly icon: IconName
  readonly label: string
  readonly onPick$: QRL<() => unknown>
}

const Item = component$<ItemProps>(({ icon, label, onPick$ }) => (
  <button
    type="button"
    class="menu-item"
    onClick$={(_, item) => {
      item.closest<HTMLElement>("[popover]")?.hidePopover()
      return onPick$()
    }}
  >
    <MenuItemBody icon={icon} label={label} />
  </button>
))

const ID = "entry-menu"
const EDGE = 8
/** Duration of a long press in milliseconds, and pixels that it may move. */
const PRESS = 500
const TREMBLE = 10

export const EntryMenu = component$<MenuProps>(
  ({ onDelete$, onLook$, onOpen$, onRename$, onTransfer$, place, root, sharing, table }) => {
    const operations = useOperations()
    const toasts = useToasts()
    const readOnly = useReadOnly()
    const entry = useSignal("")
    useVisibleTask$(
      ({ cleanup, track }) => {
        const element = track(() => root.value)
        if (!element) return
        const indexOf = (target: Element): number => {
          const row = target.closest<HTMLElement>(`[id^="${table.id}-row-"]`)
          if (row?.closest("[role=row]")) return Number(/-row-(\d+)/.exec(row.id)?.[1] ?? -1)
          return target === target.closest("[role=grid]") ? table.state.active : -1
        }
        const show = (index: number, at: { readonly x: number; readonly y: number }): boolean => {
          const found = index < 0 ? undefined : table.window.value?.at(index)
          const menu = document.getElementById(ID)
          if (!found || !table.window.value || !menu) return false
          entry.value = table.window.value.key(found)
          table.state.active = index
          // on a link the keys of the table do nothing: the menu must return the focus to the table
          table.handle.value?.focus()
          if (!menu.matches(":popover-open")) menu.showPopover()
          menu.style.inset = "auto"
          menu.style.left = `${Math.max(EDGE, Math.min(at.x, window.innerWidth - menu.offsetWidth - EDGE))}px`
          menu.style.top = `${Math.max(EDGE, Math.min(at.y, window.innerHeight - menu.offsetHeight - EDGE))}px`
          return true
        }
        // not every browser reports a long press: a timer detects it
        let resting:
          | {
              readonly x: number
              readonly y: number
              readonly index: number
              readonly timer: ReturnType<typeof setTimeout>
            }
          | undefined
        let isOpen = false
        let lastPress: typeof resting
        const lift = (): void => {
          clearTimeout(resting?.timer)
          resting = undefined
        }
        const other = (event: MouseEvent): void => {
          if (!(event.target instanceof Element)) return
          // The browser reports a resting finger after the menu opened below it: the press still owns the menu.
          if (event.target.closest(`#${ID}`)) return event.preventDefault()
          const index = indexOf(event.target)
          // the menu key has no pointer: open the menu at its row
          const box =
            event.target.getAttribute("role") === "grid"
              ? document.getElementById(`${table.id}-row-${index}`)?.getBoundingClientRect()
              : undefined
          if (!show(index, box ? { x: box.left + 48, y: box.bottom } : { x: event.clientX, y: event.clientY }))
            return lift()
          event.preventDefault()
          // the browser may report the long press before the timer: its lift must not close the menu either
          clearTimeout(resting?.timer)
          isOpen = resting !== undefined
        }
        const touch = (event: PointerEvent): void => {
          lift()
          isOpen = false
          lastPress = undefined
          if (event.pointerType !== "touch" || !event.isPrimary || !(event.target instanceof Element)) return
          const index = indexOf(event.target)
          const at = { x: event.clientX, y: event.clientY }
          if (index >= 0)
            resting = {
              ...at,
              index,
              timer: setTimeout(() => {
                isOpen = show(index, at)
              }, PRESS)
            }
        }
        /** Opens the menu again if the browser took the lift for a press outside. */
        const reopen = (): void => {
          if (lastPress && document.getElementById(ID)?.matches(":popover-open") === false)
            show(lastPress.index, lastPress)
        }
        const leave = (): void => {
          lastPress = isOpen ? resting : undefined
          lift()
          requestAnimationFrame(reopen)
        }
        const move = (event: PointerEvent): void => {
          if (resting && Math.hypot(event.clientX - resting.x, event.clientY - resting.y) > TREMBLE) lift()
        }
        // A long press opens nothing below the menu. The mouse events before this click may close it after `leave`.
        const tap = (event: MouseEvent): void => {
          if (!isOpen || !(event.target instanceof Node) || !element.contains(event.target)) return
          isOpen = false
          event.preventDefault()
          event.stopPropagation()
          reopen()
        }
        const ended = new AbortController()
        const { signal } = ended
        element.addEventListener("contextmenu", other, { signal })
        element.addEventListener("pointerdown", touch, { signal })
        element.addEventListener("pointermove", move, { signal, passive: true })
        element.addEventListener("pointerup", leave, { signal })
        element.addEventListener("pointercancel", lift, { signal })
        // before the document's listener, which gets every click first
        window.addEventListener("click", tap, { signal, capture: true })
        cleanup(() => {
          lift()
          ended.abort()
        })
      },
      { strategy: "document-ready" }
    )
    const folder = isFolderEntry(entry.value)
    const selected = Object.keys(table.state.selected)
    const all = Object.hasOwn(table.state.selected, entry.value) ? selected : [entry.value]
    return (
      <Menu id={ID} label={entry.value === "" ? "Entry" : `Actions on ${entryName(entry.value)}`}>
        <Item
          key="open"
          icon={folder ? "folder" : "eye"}
          label={folder ? "Open folder" : "Show details"}
          onPick$={() => onOpen$(entry.value)}
        />
        {!folder && <Item key="look" icon="image" label="Quick look" onPick$={() => onLook$(table.state.active)} />}
        {!folder && (
          <Item
            key="download"
            icon="download"
            label="Download"
            onPick$={() => download(place, keyOfEntry(entry.value), { operations, toasts })}
          />
        )}
        <Item
          key="uri"
          icon="copy"
          label="Copy S3 URI"
          onPick$={async () => {
            const isCopied = await copyText(`s3://${place.bucket}/${keyOfEntry(entry.value)}`)
            toast(
              toasts,
              isCopied
                ? { tone: "info", text: `s3://${place.bucket}/${visible(keyOfEntry(entry.value))} is copied` }
                : {
                    tone: "danger",
                    text: "Copying is unavailable here",
                    detail: "Browsers offer the clipboard on https and localhost alone."
                  }
            )
          }}
        />
        {!readOnly && (
          <>
            <Item key="rename" icon="pencil" label="Rename …" onPick$={() => onRename$(entry.value)} />
            <Item key="copy" icon="copy" label="Copy to …" onPick$={() => onTransfer$(all, false)} />
            <Item key="move" icon="folder" label="Move to …" onPick$={() => onTransfer$(all, true)} />
            <Item
              key="share"
              icon="link"
              label="Share …"
              onPick$={() => {
                sharing.value = { ...place, prefix: table.url["prefix"] ?? "", keys: [...all] }
              }}
            />
            <Item
              key="delete"
              icon="trash-2"
              label={all.length === 1 ? "Delete …" : `Delete ${int(all.length)} entries …`}
              onPick$={() => onDelete$(all)}
            />
          </>
        )}
      </Menu>
    )
  }
)
