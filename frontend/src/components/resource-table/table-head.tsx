import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { encodeSort, type SortDirection } from "~/lib/url-state"
import { leastWidth, WIDEST } from "./column-widths"
import { cellClass } from "./columns"
import { sortOf } from "./list-query"
import { toggleLoaded } from "./select-loaded"
import { loadedShare } from "./selection"
import type { Column } from "./types"
import type { Table } from "./use-resource-table"

interface HeadProps {
  readonly table: Table
  readonly columns: ReadonlyArray<Column>
  readonly selectable: boolean
}

export const TableHead = component$<HeadProps>(({ columns, selectable, table }) => {
  const sort = sortOf(table)
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
            data-col={column.key}
            role="columnheader"
            aria-sort={
              column.sortable && column.key === sort.by ? (sort.dir === "asc" ? "ascending" : "descending") : undefined
            }
          >
            {column.sortable ? (
              <SortButton
                table={table}
                field={column.key}
                label={column.label}
                first={column.numeric ? "desc" : "asc"}
              />
            ) : (
              <span id={`${table.id}-head-${column.key}`} class="font-medium">
                {column.label}
              </span>
            )}
            <span
              class="rt-resize"
              role="separator"
              tabIndex={0}
              aria-orientation="vertical"
              aria-label={`Width of ${column.label}`}
              aria-valuemin={leastWidth(column)}
              aria-valuemax={WIDEST}
              aria-valuenow={table.state.widths[column.key] ?? leastWidth(column)}
              aria-valuetext={
                table.state.widths[column.key] === undefined
                  ? "Its own width"
                  : `${table.state.widths[column.key]} pixels`
              }
              data-resizes={column.key}
            />
          </div>
        ))}
      </div>
    </div>
  )
})

interface SortButtonProps {
  readonly table: Table
  readonly field: string
  readonly label: string
  readonly first: SortDirection
}

const SortButton = component$<SortButtonProps>(({ field, first, label, table }) => {
  const sort = sortOf(table)
  return (
    <button
      type="button"
      class="rt-sort"
      onClick$={() => {
        const now = sortOf(table)
        table.url.sort = encodeSort(field, now.by !== field ? first : now.dir === "asc" ? "desc" : "asc")
      }}
    >
      <span id={`${table.id}-head-${field}`} class="truncate">
        {label}
      </span>
      <Icon name={field !== sort.by ? "chevrons-up-down" : sort.dir === "asc" ? "chevron-up" : "chevron-down"} />
    </button>
  )
})

const SelectLoaded = component$<{ readonly table: Table }>(({ table }) => {
  const { state } = table
  const { loaded, share } =
    state.version >= 0 && Object.keys(state.selected).length > 0
      ? loadedShare(table)
      : { loaded: 0, share: "none" as const }
  return (
    <input
      type="checkbox"
      class="check"
      aria-label={share === "all" ? `Deselect all ${loaded} loaded rows` : "Select all loaded rows"}
      disabled={state.count === 0 || state.outdated}
      checked={share === "all"}
      indeterminate={share === "some"}
      onChange$={(_, box) => toggleLoaded(table, box.checked)}
    />
  )
})
