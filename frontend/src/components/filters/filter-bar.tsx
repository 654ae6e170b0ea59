import { component$, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { clearFilters } from "../resource-table/clear-filters"
import type { Column } from "../resource-table/types"
import type { Table } from "../resource-table/use-resource-table"
import { type Choice, type Filter, textOf } from "./filter"
import { FilterEditor } from "./filter-editor"
import { FilterSheet } from "./filter-sheet"
import { wordsOf } from "./filter-words"
import { openDefaultView } from "./open-default-view"
import { rememberedText, restoreView, storeView } from "./remembered-view"
import type { ViewStore } from "./view-store"
import { ViewsMenu } from "./views-menu"

interface FilterBarProps {
  readonly table: Table
  readonly filters: ReadonlyArray<Filter>
  readonly columns: ReadonlyArray<Column>
  readonly remembered?: boolean
  readonly views?: ViewStore | undefined
}

export const FilterBar = component$<FilterBarProps>(({ columns, filters, remembered = false, table, views: store }) => {
  const editing = useSignal<string | null>(null)
  const views = useSignal(false)
  const sheet = useSignal<object | null>(null)
  const menu = `${table.id}-filter`
  const active = filters.map((filter) => [filter, textOf(filter, table.url)] as const).filter(([, text]) => text !== "")
  const isOpened = useSignal(false)
  useVisibleTask$(
    ({ track }) => {
      if (!remembered) return openDefaultView(table)
      const text = track(() => rememberedText(table))
      if (isOpened.value) return storeView(table, text)
      isOpened.value = true
      restoreView(table)
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      for (const filter of filters) {
        const given = track(() => table.url[filter.name])
        const text = textOf(filter, table.url)
        if (given !== undefined && given !== text) table.url[filter.name] = text
      }
    },
    { strategy: "document-ready" }
  )
  return (
    <>
      <button
        type="button"
        class="btn btn-secondary rt-sheet-button"
        aria-haspopup="dialog"
        onClick$={() => {
          sheet.value = {}
        }}
      >
        <Icon name="sliders-horizontal" />{" "}
        {active.length === 0 ? "Filter and sort" : `Filter and sort · ${active.length}`}
      </button>
      <FilterSheet open={sheet} table={table} filters={filters} columns={columns} views={store} />
      {active.length > 0 && (
        <ul class="rt-chips" aria-label="Filters">
          {active.map(([filter, text]) => (
            <FilterChip key={filter.name} table={table} filter={filter} text={text} editing={editing} menu={menu} />
          ))}
        </ul>
      )}
      {filters.length > 0 && (
        <>
          <button
            type="button"
            class="btn btn-ghost btn-sm rt-wide"
            popovertarget={menu}
            aria-haspopup="dialog"
            onClick$={() => {
              editing.value = ""
            }}
          >
            <Icon name="list-filter" /> Filter
          </button>
          <div
            id={menu}
            popover="auto"
            class="menu"
            role="dialog"
            aria-label="Filter"
            onToggle$={(event) => {
              if (event.newState === "closed") editing.value = null
            }}
          >
            {editing.value !== null && (
              <FilterEditor key={editing.value} table={table} filters={filters} editing={editing} />
            )}
          </div>
        </>
      )}
      {active.length > 0 && (
        <button type="button" class="btn btn-ghost btn-sm" onClick$={() => clearFilters(table)}>
          Clear all
        </button>
      )}
      <button
        type="button"
        class="btn btn-ghost btn-icon btn-sm rt-wide"
        popovertarget={`${table.id}-views`}
        aria-haspopup="dialog"
        aria-label="Saved views"
        onClick$={() => {
          views.value = true
        }}
      >
        <Icon name="bookmark" />
      </button>
      <div
        id={`${table.id}-views`}
        popover="auto"
        class="menu"
        role="dialog"
        aria-label="Saved views"
        onToggle$={(event) => {
          // others may have shared a view
          if (event.newState === "closed") views.value = false
        }}
      >
        {views.value && <ViewsMenu table={table} columns={columns} {...(store ? { store } : {})} />}
      </div>
    </>
  )
})

interface FilterChipProps {
  readonly table: Table
  readonly filter: Filter
  readonly text: string
  readonly editing: Signal<string | null>
  readonly menu: string
}

const FilterChip = component$<FilterChipProps>(({ editing, filter, menu, table, text }) => {
  const offered = useSignal<ReadonlyArray<Choice>>([])
  useVisibleTask$(
    async ({ track }) => {
      const wanted = track(() => text)
      if (filter.kind !== "offered" || offered.value.some(({ value }) => value === wanted)) return
      // without its label the chip shows the value; the listing reports its own failures
      offered.value = await filter.load$().catch(() => [])
    },
    { strategy: "document-ready" }
  )
  const words = wordsOf(filter, text, offered.value)
  return (
    <li class="rt-chip">
      <button
        type="button"
        popovertarget={menu}
        aria-haspopup="dialog"
        onClick$={() => {
          editing.value = filter.name
        }}
      >
        <span class="text-ink-3">{filter.label}:</span> <span class="truncate">{words}</span>
      </button>
      <button
        type="button"
        class="rt-chip-x"
        aria-label={`Remove the filter ${filter.label}: ${words}`}
        onClick$={() => {
          table.url[filter.name] = ""
        }}
      >
        <Icon name="x" />
      </button>
    </li>
  )
})
