import { $, component$, type Signal } from "@builder.io/qwik"
import { Dialog } from "~/components/ui/dialog"
import { decodeSort, encodeSort } from "~/lib/url-state"
import { sortOf } from "../resource-table/list-query"
import { clearFilters } from "../resource-table/clear-filters"
import { ColumnChoices } from "../resource-table/column-choices"
import type { Column } from "../resource-table/types"
import type { Table } from "../resource-table/use-resource-table"
import { type Filter, filterText } from "./filter"
import { FilterFields } from "./filter-fields"
import { filterWords } from "./filter-words"
import type { ViewStore } from "./view-store"
import { ViewsMenu } from "./views-menu"

interface SheetProps {
  readonly open: Signal<object | null>
  readonly table: Table
  readonly filters: ReadonlyArray<Filter>
  readonly columns: ReadonlyArray<Column>
  readonly views?: ViewStore | undefined
}

export const FilterSheet = (props: SheetProps) => (
  <Dialog open={props.open} title="Filter and sort">
    {props.open.value !== null && <SheetContent {...props} />}
  </Dialog>
)

const SheetContent = component$<SheetProps>(({ columns, filters, open, table, views }) => (
  <>
    <div class="grid gap-1 px-3 py-2">
      {filters.map((filter) => (
        <SheetFilter key={filter.name} table={table} filter={filter} />
      ))}
      <details class="sheet-part">
        <summary>Sort</summary>
        <SortFields table={table} columns={columns} />
      </details>
      <details class="sheet-part">
        <summary>Columns</summary>
        <ColumnChoices table={table} columns={columns} />
      </details>
      <details class="sheet-part">
        <summary>Saved views</summary>
        <ViewsMenu table={table} columns={columns} {...(views ? { store: views } : {})} />
      </details>
    </div>
    <footer class="flex justify-end gap-2 border-t border-line px-5 py-3">
      <button type="button" class="btn btn-secondary" onClick$={() => clearFilters(table)}>
        Clear all
      </button>
      <button
        type="button"
        class="btn btn-primary"
        onClick$={() => {
          open.value = null
        }}
      >
        Show results
      </button>
    </footer>
  </>
))

const SheetFilter = component$<{ readonly table: Table; readonly filter: Filter }>(({ filter, table }) => {
  const text = filterText(filter, table.url)
  return (
    <details class="sheet-part">
      <summary>
        {filter.label}
        {text !== "" && filter.kind !== "offered" && <span class="text-ink-3">: {filterWords(filter, text)}</span>}
      </summary>
      <FilterFields table={table} filter={filter} done$={$(() => undefined)} />
      {text !== "" && (
        <button
          type="button"
          class="btn btn-ghost btn-sm"
          onClick$={() => {
            table.url[filter.name] = ""
          }}
        >
          Remove this filter
        </button>
      )}
    </details>
  )
})

const SortFields = component$<{ readonly table: Table; readonly columns: ReadonlyArray<Column> }>(
  ({ columns, table }) => {
    const sort = sortOf(table)
    const sortable = columns.filter((column) => column.sortable)
    if (sortable.length === 0) return <p class="px-2 pb-2 text-ink-2">This listing has one order: the newest first.</p>
    return (
      <div class="flex gap-2 p-2">
        <label class="min-w-0 flex-1">
          By
          <select
            class="input mt-1"
            onChange$={(_, select) => {
              table.url.sort = encodeSort(select.value, sortOf(table).dir)
            }}
          >
            {sortable.map((column) => (
              <option key={column.key} value={column.key} selected={column.key === sort.by}>
                {column.label}
              </option>
            ))}
          </select>
        </label>
        <label class="min-w-0 flex-1">
          Order
          <select
            class="input mt-1"
            onChange$={(_, select) => {
              table.url.sort = encodeSort(decodeSort(table.url.sort).by, select.value === "desc" ? "desc" : "asc")
            }}
          >
            <option value="asc" selected={sort.dir === "asc"}>
              Ascending
            </option>
            <option value="desc" selected={sort.dir === "desc"}>
              Descending
            </option>
          </select>
        </label>
      </div>
    )
  }
)
