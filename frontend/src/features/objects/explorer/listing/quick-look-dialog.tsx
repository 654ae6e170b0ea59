import { $, component$, type QRL, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import { Dialog } from "~/components/ui/dialog"
import { Icon } from "~/components/ui/icon"
import type { BucketPlace } from "~/lib/bucket-place"
import { int } from "~/lib/format"
import { PreviewTab } from "../../object-details/preview-tab"
import { isFolderEntry, keyOfEntry } from "../../transfers/entry-id"
import { entryName } from "./entries"

export interface PreviewedEntry {
  readonly key: string
  readonly index: number
}

interface LookProps {
  readonly open: Signal<PreviewedEntry | null>
  readonly previewed: PreviewedEntry
  readonly table: Table
  readonly place: BucketPlace
  readonly onOpen$: QRL<(key: string) => void>
}

/** True for elements that handle keys themselves. */
const isWithin = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("video, audio, [role=region], input, select, textarea") !== null

const Look = component$<LookProps>(({ previewed, onOpen$, open, place, table }) => {
  // a copy: the signal may hold another entry, or none
  const about = useSignal(previewed)
  const step$ = $(async (by: number) => {
    const index = about.value.index + by
    if (index < 0 || index >= table.state.count) return
    const row = table.window.value?.at(index) ?? (await table.handle.value?.reach(index))
    if (!row || !table.window.value || open.value?.index !== about.value.index) return
    table.state.active = index
    open.value = { key: table.window.value.key(row), index }
  })
  useVisibleTask$(
    ({ cleanup }) => {
      const press = (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey || isWithin(event.target)) return
        const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
        if (by === undefined && event.key !== " ") return
        if (by === undefined && event.target instanceof HTMLButtonElement) return
        event.preventDefault()
        if (by === undefined) open.value = null
        else void step$(by)
      }
      document.addEventListener("keydown", press)
      cleanup(() => document.removeEventListener("keydown", press))
    },
    { strategy: "document-ready" }
  )
  const folder = isFolderEntry(about.value.key)
  const name = entryName(about.value.key)
  return (
    <>
      <div class="min-h-48 min-w-0 overflow-y-auto px-5 py-4" data-testid="quick-look">
        {folder ? (
          <p class="flex items-center gap-2 text-ink-2">
            <Icon name="folder" class="text-accent-text" /> A folder: open it to see what is in it.
          </p>
        ) : (
          <PreviewTab place={place} entry={keyOfEntry(about.value.key)} name={name} />
        )}
      </div>
      <footer class="flex flex-wrap items-center gap-2 border-t border-line px-5 py-3">
        <button
          type="button"
          class="btn btn-secondary btn-icon"
          aria-label="Previous entry"
          disabled={about.value.index === 0}
          onClick$={() => step$(-1)}
        >
          <Icon name="arrow-left" />
        </button>
        <button
          type="button"
          class="btn btn-secondary btn-icon"
          aria-label="Next entry"
          disabled={about.value.index >= table.state.count - 1}
          onClick$={() => step$(1)}
        >
          <Icon name="arrow-right" />
        </button>
        <span class="num text-xs text-ink-3">
          {int(about.value.index + 1)} of {int(table.state.count)}
          {table.state.open ? " so far" : ""}
        </span>
        <button
          type="button"
          class="btn btn-primary ms-auto"
          onClick$={() => {
            open.value = null
            return onOpen$(about.value.key)
          }}
        >
          {folder ? "Open folder" : "Show details"}
        </button>
      </footer>
    </>
  )
})

export const QuickLookDialog = component$<Omit<LookProps, "previewed">>(({ onOpen$, open, place, table }) => {
  const previewed = open.value
  return (
    <Dialog open={open} title={previewed === null ? "" : entryName(previewed.key)} wide>
      {previewed !== null && (
        <Look key={previewed.key} previewed={previewed} open={open} table={table} place={place} onOpen$={onOpen$} />
      )}
    </Dialog>
  )
})
