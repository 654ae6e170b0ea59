import { $, component$, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { problemText } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { copyText } from "~/lib/copy-text"
import { toast, useToasts } from "~/lib/toasts"
import { isFiltered } from "../resource-table/selection"
import type { Column } from "../resource-table/types"
import type { Table } from "../resource-table/use-resource-table"
import { storeViews, storedViews, currentView, viewKeys } from "./open-default-view"
import {
  initialView,
  renamedView,
  searchOfView,
  stateOfView,
  type View,
  viewName,
  withoutView,
  withView
} from "./saved-views"
import { StoredViews } from "./stored-views"
import { RenameForm, useEntryMode } from "./view-entry-mode"
import { presentQuery, saveView, type StoredView, type ViewStore } from "./view-store"

const hrefOf = (search: string): string => {
  const present = new URLSearchParams(window.location.search)
  const all = new URLSearchParams(search)
  for (const scope of ["context_id", "endpoint_id"]) {
    const id = present.get(scope)
    if (id !== null) all.set(scope, id)
  }
  return all.size === 0 ? window.location.pathname : `${window.location.pathname}?${all}`
}

interface MenuProps {
  readonly table: Table
  readonly columns: ReadonlyArray<Column>
  /** Without a store, views stay in this browser only. */
  readonly store?: ViewStore
}

export const ViewsMenu = component$<MenuProps>(({ columns, store, table }) => {
  const views = useSignal<ReadonlyArray<View>>([])
  const stored = useSignal<ReadonlyArray<StoredView> | null>(null)
  const failure = useSignal("")
  const renamed = useSignal("")
  const root = useSignal<HTMLElement>()
  const toasts = useToasts()
  const read$ = $(async () => {
    try {
      stored.value = (await store?.list$()) ?? []
      failure.value = ""
    } catch (cause) {
      failure.value = `The stored views could not be read: ${problemText(cause)}`
    }
  })
  useVisibleTask$(
    () => {
      views.value = storedViews(table)
      if (store) void read$()
      requestAnimationFrame(() => root.value?.querySelector<HTMLElement>("a, input")?.focus())
    },
    { strategy: "document-ready" }
  )
  const now = searchOfView(viewKeys(table), currentView(table))
  const keys = columns.map(({ key }) => key)
  return (
    <div ref={root} class={store ? "w-80" : "w-72"}>
      <p class="menu-title">{store ? "Views in this browser" : "Saved views"}</p>
      {views.value.length === 0 && (
        <p class="px-2 pb-2 text-xs text-ink-3">
          None yet. A view keeps search, filters, sort and columns under a name, in this browser.
        </p>
      )}
      <ul>
        {views.value.map((view) => (
          <ViewEntry
            key={view.name}
            table={table}
            view={view}
            views={views}
            current={view.search === now}
            renamed={renamed}
          />
        ))}
      </ul>
      {store && <StoredViews table={table} store={store} views={stored} failure={failure} read$={read$} />}
      <form
        class="mt-1 flex flex-wrap items-end gap-2 border-t border-line p-2"
        preventdefault:submit
        onSubmit$={async (_, form) => {
          const typed = String(new FormData(form).get("name"))
          const place = new FormData(form).get("place")
          if (viewName(typed) === "") return
          if (store && (place === "private" || place === "shared")) {
            try {
              const view = { name: viewName(typed), query: presentQuery(table, keys), visibility: place } as const
              await saveView(store, stored.value ?? [], view)
              await read$()
            } catch (cause) {
              return toast(toasts, { tone: "danger", text: "The view was not saved", detail: problemText(cause) })
            }
          } else {
            views.value = withView(views.value, typed, searchOfView(viewKeys(table), currentView(table)))
            storeViews(table, views.value)
          }
          form.reset()
        }}
      >
        {store && (
          <label class="w-full text-xs text-ink-2">
            Save
            <select class="input mt-1" name="place">
              <option value="browser">in this browser</option>
              <option value="private">for me, in every browser</option>
              <option value="shared">for everybody of this workspace</option>
            </select>
          </label>
        )}
        <label class="min-w-0 flex-1 text-xs text-ink-2">
          {isFiltered(table) ? "Save this search as" : "Save this view as"}
          <input class="input mt-1" name="name" maxLength={60} autoComplete="off" required />
        </label>
        <button type="submit" class="btn btn-secondary">
          Save
        </button>
      </form>
    </div>
  )
})

interface EntryProps {
  readonly table: Table
  readonly view: View
  readonly views: Signal<ReadonlyArray<View>>
  readonly current: boolean
  /** The name that a view got last: its entry is another one, and gets the focus back. */
  readonly renamed: Signal<string>
}

const ViewEntry = component$<EntryProps>(({ current, renamed, table, view, views }) => {
  const { entry, mode } = useEntryMode(renamed.value === view.name ? "renaming" : "showing")
  const toasts = useToasts()
  const keep = $((changed: ReadonlyArray<View>) => {
    views.value = changed
    storeViews(table, changed)
  })
  if (mode.value === "renaming")
    return (
      <li ref={entry}>
        <RenameForm
          name={view.name}
          rename$={$(async (name: string) => {
            renamed.value = viewName(name)
            await keep(renamedView(views.value, view.name, name))
            mode.value = "showing"
          })}
        />
      </li>
    )
  return (
    <li ref={entry} class="flex items-center">
      <a
        href={hrefOf(view.search)}
        class="menu-item min-w-0 flex-1"
        aria-current={current ? "true" : undefined}
        preventdefault:click
        onClick$={(event, link) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) {
            window.open(link.href, "_blank", "noopener")
            return
          }
          Object.assign(table.url, stateOfView(viewKeys(table), view.search))
          link.closest<HTMLElement>("[popover]")?.hidePopover()
          link.closest("dialog")?.close()
        }}
      >
        <span class="min-w-0 flex-1 truncate font-medium text-ink">{view.name}</span>
        {view.initial && <span class="badge">Default</span>}
        {current && <Icon name="check" />}
      </a>
      <button
        type="button"
        class="btn btn-ghost btn-icon btn-sm"
        aria-pressed={view.initial ? "true" : "false"}
        aria-label={`Open with ${view.name}`}
        onClick$={() => keep(initialView(views.value, view.name))}
      >
        <Icon name="house" />
      </button>
      <button
        type="button"
        class="btn btn-ghost btn-icon btn-sm"
        aria-label={`Copy the link of ${view.name}`}
        onClick$={async () => {
          const link = window.location.origin + hrefOf(view.search)
          const isCopied = await copyText(link)
          toast(
            toasts,
            isCopied
              ? { tone: "ok", text: `The link of ${view.name} is copied` }
              : { tone: "danger", text: "Copying is unavailable here", detail: link }
          )
        }}
      >
        <Icon name="link" />
      </button>
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
        onClick$={() => keep(withoutView(views.value, view.name))}
      >
        <Icon name="trash-2" />
      </button>
    </li>
  )
})
