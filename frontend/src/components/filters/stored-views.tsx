import { $, component$, type QRL, type Signal, useSignal } from "@builder.io/qwik"
import { problemText } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { toast, useToasts } from "~/lib/toasts"
import type { Table } from "../resource-table/use-resource-table"
import { RenameForm, useEntryMode } from "./view-entry-mode"
import { omittedPartsText, stateOfQuery, type StoredView, type ViewChange, type ViewStore } from "./view-store"

interface StoredViewsProps {
  readonly table: Table
  readonly store: ViewStore
  readonly views: Signal<ReadonlyArray<StoredView> | null>
  readonly failure: Signal<string>
  readonly read$: QRL<() => Promise<void>>
}

export const StoredViews = component$<StoredViewsProps>(({ failure, read$, store, table, views }) => (
  <section aria-label="Stored and shared views" data-testid="stored-views">
    <p class="menu-title border-t border-line">Stored and shared views</p>
    {failure.value !== "" && (
      <p class="px-2 pb-2 text-xs text-danger" role="alert">
        {failure.value}{" "}
        <button type="button" class="link" onClick$={read$}>
          Try again
        </button>
      </p>
    )}
    {failure.value === "" && views.value === null && <p class="px-2 pb-2 text-xs text-ink-3">Reading views…</p>}
    {views.value?.length === 0 && (
      <p class="px-2 pb-2 text-xs text-ink-3">None yet. They are the same in every browser, and can be shared.</p>
    )}
    <ul>
      {views.value?.map((view) => (
        <StoredEntry key={view.id} table={table} store={store} view={view} read$={read$} />
      ))}
    </ul>
  </section>
))

interface EntryProps {
  readonly table: Table
  readonly store: ViewStore
  readonly view: StoredView
  readonly read$: QRL<() => Promise<void>>
}

const originText = ({ made_by, mine, visibility }: StoredView): string =>
  visibility === "private"
    ? "Private"
    : mine
      ? "Shared by you"
      : `Shared by ${made_by ?? "somebody whose account was deleted"}`

const StoredEntry = component$<EntryProps>(({ read$, store, table, view }) => {
  const { entry, mode } = useEntryMode()
  const busy = useSignal(false)
  const toasts = useToasts()
  const attempt$ = $(async (change: ViewChange | null) => {
    if (busy.value) return
    busy.value = true
    try {
      await (change === null ? store.remove$(view.id) : store.edit$(view, change))
      mode.value = "showing"
      await read$()
    } catch (cause) {
      toast(toasts, { tone: "danger", text: `The view ${view.name} was not changed`, detail: problemText(cause) })
      await read$()
    } finally {
      busy.value = false
    }
  })
  const leftOut = omittedPartsText(view)
  if (mode.value === "renaming")
    return (
      <li ref={entry}>
        <RenameForm name={view.name} rename$={$((name: string) => attempt$({ name }))} />
      </li>
    )
  if (mode.value === "deleting")
    return (
      <li ref={entry} class="flex flex-wrap items-center gap-2 px-2 py-1">
        <span class="min-w-0 flex-1 wrap-anywhere">
          Delete {view.name}
          {view.visibility === "shared" ? " for everybody?" : "?"}
        </span>
        <button
          type="button"
          class="btn btn-ghost btn-sm"
          data-focus="deleting"
          onClick$={() => {
            mode.value = "showing"
          }}
        >
          Cancel
        </button>
        <button type="button" class="btn btn-danger btn-sm" onClick$={() => attempt$(null)}>
          Delete
        </button>
      </li>
    )
  return (
    <li ref={entry} class="flex items-center">
      <button
        type="button"
        class="menu-item min-w-0 flex-1 text-left"
        onClick$={(_, button) => {
          Object.assign(table.url, stateOfQuery(table, view.query))
          if (leftOut !== "")
            toast(toasts, {
              tone: "info",
              text: `${view.name} was opened without parts that are not known here`,
              detail: `Left out: ${leftOut}`
            })
          button.closest<HTMLElement>("[popover]")?.hidePopover()
          button.closest("dialog")?.close()
        }}
      >
        <span class="min-w-0 flex-1">
          <span class="block truncate font-medium text-ink">{view.name}</span>
          <span class="block truncate text-xs text-ink-3">{originText(view)}</span>
          {leftOut !== "" && <span class="block text-xs wrap-anywhere text-ink-2">Leaves out: {leftOut}</span>}
        </span>
      </button>
      {view.mine && (
        <button
          type="button"
          class="btn btn-ghost btn-icon btn-sm"
          aria-pressed={view.visibility === "shared" ? "true" : "false"}
          aria-label={`Share ${view.name} with everybody of this workspace`}
          onClick$={() => attempt$({ visibility: view.visibility === "shared" ? "private" : "shared" })}
        >
          <Icon name="users" />
        </button>
      )}
      {view.may_change && (
        <>
          <button
            type="button"
            class="btn btn-ghost btn-icon btn-sm"
            aria-label={`Rename ${view.name}`}
            data-focus="renaming"
            onClick$={() => {
              mode.value = "renaming"
            }}
          >
            <Icon name="pencil" />
          </button>
          <button
            type="button"
            class="btn btn-ghost btn-icon btn-sm"
            aria-label={`Delete the view ${view.name}`}
            data-focus="deleting"
            onClick$={() => {
              mode.value = "deleting"
            }}
          >
            <Icon name="trash-2" />
          </button>
        </>
      )}
    </li>
  )
})
