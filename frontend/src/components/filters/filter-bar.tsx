import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { clearFilters } from "../resource-table/clear-filters"
import type { Column } from "../resource-table/types"
import type { Table } from "../resource-table/use-resource-table"
import { type Filter, filterText } from "./filter"
import { FilterChips, FilterMenu } from "./filter-chips"
import { FilterSheet } from "./filter-sheet"
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
  const active = filters.filter((filter) => filterText(filter, table.url) !== "")
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
        const text = filterText(filter, table.url)
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
      <FilterChips table={table} filters={filters} editing={editing} menu={menu} />
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
          <FilterMenu id={menu} table={table} filters={filters} editing={editing} />
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
