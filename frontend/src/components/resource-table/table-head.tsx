import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { decodeSort, encodeSort } from "~/lib/url-state"
import { cellClass } from "./columns"
import { loadedSelection, toggleLoaded } from "./selection"
import type { Column } from "./types"
import type { Table } from "./use-resource-table"

interface HeadProps {
  readonly table: Table
  readonly columns: ReadonlyArray<Column>
  readonly selectable: boolean
}

export const TableHead = component$<HeadProps>(({ columns, selectable, table }) => {
  const sort = decodeSort(table.url.sort)
  return (
    <div role="rowgroup" class="contents">
      <div class="rt-row rt-head" role="row" aria-rowindex={1}>
        {selectable && (
          <div class="rt-check" role="columnheader">
            <SelectLoaded table={table} />
          </div>
        )}
        {columns.map((column) => (
          <div
            key={column.key}
            class={cellClass(column)}
            role="columnheader"
            aria-sort={column.sortable && column.key === sort.by ? (sort.dir === "asc" ? "ascending" : "descending") : undefined}
          >
            {column.sortable ? (
              <button
                type="button"
                class="rt-sort"
                onClick$={() => {
                  const now = decodeSort(table.url.sort)
                  const first = column.numeric ? "desc" : "asc"
                  table.url.sort = encodeSort(column.key, now.by !== column.key ? first : now.dir === "asc" ? "desc" : "asc")
                }}
              >
                <span class="truncate">{column.label}</span>
                <Icon name={column.key !== sort.by ? "chevrons-up-down" : sort.dir === "asc" ? "chevron-up" : "chevron-down"} />
              </button>
            ) : (
              <span class="font-medium">{column.label}</span>
            )}
          </div>
        ))}
      </div>
    </div>
  )
})

const SelectLoaded = component$<{ readonly table: Table }>(({ table }) => {
  const { loaded, selected } = table.state.version >= 0 && Object.keys(table.state.selected).length > 0 ? loadedSelection(table) : { loaded: 1, selected: 0 }
  return (
    <input
      type="checkbox"
      class="check"
      aria-label="Select all loaded rows"
      disabled={table.state.count === 0}
      checked={selected > 0 && selected === loaded}
      indeterminate={selected > 0 && selected < loaded}
      onChange$={(_, box) => toggleLoaded(table, box.checked)}
    />
  )
})
