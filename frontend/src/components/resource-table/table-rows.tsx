import { $, component$, type QRL, type Signal, sync$, useStore } from "@builder.io/qwik"
import { ROWS_PER_BLOCK, blocksInRange } from "~/lib/virtual"
import { CellText } from "./cell-text"
import { cellClass } from "./columns"
import { toggleRow } from "./selection"
import type { Column, Row } from "./types"
import type { Table } from "./use-resource-table"
import type { ShownRange } from "./use-row-range"

interface RowsProps {
  readonly table: Table
  readonly columns: ReadonlyArray<Column>
  readonly selectable: boolean
  readonly openRow$: QRL<(index: number) => void>
}

/** Only this part renders while scrolling. `laterPages`: elements are reused, which is cheaper; cells keep no state. */
export const TableRows = component$<RowsProps & { readonly range: Signal<ShownRange> }>(({ range, ...props }) => {
  const { end, places, turn } = range.value
  const staying = props.table.laterPages !== null
  return (
    <>
      {blocksInRange(range.value).map((from) => (
        <RowBlock
          key={staying ? `place ${(from / ROWS_PER_BLOCK + turn) % places}` : from}
          from={from}
          size={Math.min(ROWS_PER_BLOCK, end - from)}
          staying={staying}
          {...props}
        />
      ))}
    </>
  )
})

interface BlockProps extends RowsProps {
  readonly from: number
  readonly size: number
  readonly staying: boolean
}

const RowBlock = component$<BlockProps>(({ columns, from, openRow$, selectable, size, staying, table }) => {
  const { state, url } = table
  const rows = state.version >= 0 ? table.window.value : undefined
  const indexes = Array.from({ length: size }, (_, offset) => from + offset)
  return (
    <div role="presentation">
      {indexes.map((index) => {
        const row = rows?.at(index)
        const key = rows && row ? rows.key(row) : undefined
        return (
          <TableRow
            key={staying ? `place ${index - from}` : (key ?? `#${index}`)}
            table={table}
            columns={columns}
            selectable={selectable}
            openRow$={openRow$}
            index={index}
            row={row}
            active={state.active === index}
            selected={key !== undefined && state.selected[key] !== undefined && Object.hasOwn(state.selected, key)}
            open={key !== undefined && url.open === key}
            staying={staying}
          />
        )
      })}
    </div>
  )
})

interface RowProps extends RowsProps {
  readonly index: number
  readonly row: Row | undefined
  readonly active: boolean
  readonly selected: boolean
  readonly open: boolean
  readonly staying: boolean
}

const TableRow = component$<RowProps>((props) => {
  const { columns, index, openRow$, selectable, table } = props
  const before = useStore<{ row: Row | undefined }>({ row: undefined }, { reactive: false })
  if (props.row) before.row = props.row
  // Hides the previous content until the row is loaded: cheaper than removing it.
  const row = props.row ?? (props.staying ? before.row : undefined)
  const waiting = props.row === undefined && row !== undefined
  const rows = table.window.value
  const href = rows && row ? (table.hrefOf.value?.(rows.key(row), row) ?? null) : null
  return (
    <div
      id={`${table.id}-row-${index}`}
      class={["rt-row", props.active && "rt-active", props.open && "rt-open", waiting && "rt-waiting"]}
      role="row"
      aria-rowindex={index + 2}
      aria-labelledby={
        props.row &&
        columns
          .map(
            (column, at) => `${at === 0 ? "" : `${table.id}-head-${column.key} `}${table.id}-row-${index}-${column.key}`
          )
          .join(" ")
      }
      aria-selected={selectable ? (props.selected ? "true" : "false") : undefined}
      onClick$={[
        sync$((event: MouseEvent) => {
          if (event.shiftKey) document.getSelection()?.removeAllRanges()
        }),
        $((event: MouseEvent) => {
          if ((event.target as HTMLElement).closest("a, button, input, [popover]")) return
          if (selectable && (event.shiftKey || event.ctrlKey || event.metaKey)) {
            if (event.shiftKey) void table.handle.value?.selectTo(index)
            else toggleRow(table, index)
            table.state.active = index
            return
          }
          table.state.anchor = ""
          return openRow$(index)
        })
      ]}
    >
      {selectable && (
        <div class="rt-check" role="gridcell">
          {row && (
            <input
              type="checkbox"
              class="check"
              tabIndex={-1}
              checked={props.selected}
              aria-label={`Select ${(row as { name?: string }).name ?? `row ${index + 1}`}`}
              onClick$={[
                sync$((event: MouseEvent) => {
                  if (event.shiftKey) document.getSelection()?.removeAllRanges()
                }),
                $(async (event: MouseEvent, box: HTMLInputElement) => {
                  const range =
                    event.shiftKey && (table.state.active >= 0 || table.state.anchor !== "")
                      ? table.handle.value?.selectTo(index)
                      : undefined
                  if (range === undefined) toggleRow(table, index)
                  table.state.active = index
                  await range
                  const shown = table.window.value?.at(index)
                  if (shown && table.window.value)
                    box.checked = Object.hasOwn(table.state.selected, table.window.value.key(shown))
                })
              ]}
            />
          )}
        </div>
      )}
      {columns.map((column) => {
        const Cell = column.cell
        return (
          <div
            key={column.key}
            id={`${table.id}-row-${index}-${column.key}`}
            class={[...cellClass(column), column.format === "mono" && "font-mono text-xs"]}
            data-col={column.key}
            data-label={column.label}
            role="gridcell"
          >
            {!row ? (
              <span class="skeleton block h-3 w-3/5" />
            ) : (
              <span class="rt-value">
                {href !== null && column.width === "name" ? (
                  // Not a component: rows render in each frame of a scroll.
                  <a
                    href={href}
                    class="rt-link"
                    tabIndex={-1}
                    onClick$={[
                      sync$((event: MouseEvent) => {
                        if (!(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button))
                          event.preventDefault()
                      }),
                      $(async (event: MouseEvent) => {
                        if (event.defaultPrevented) await openRow$(index)
                      })
                    ]}
                  >
                    {Cell ? <Cell row={row} column={column.key} /> : <CellText column={column} row={row} />}
                  </a>
                ) : Cell ? (
                  <Cell row={row} column={column.key} />
                ) : (
                  <CellText column={column} row={row} />
                )}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
})
