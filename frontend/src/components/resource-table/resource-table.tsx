import { $, component$, noSerialize, type QRL, Slot, sync$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { useFirstRequest } from "~/early/first-request"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { replaceUrlParam } from "~/lib/use-url-state"
import { shownColumns } from "./columns"
import { listQuery } from "./list-query"
import { addressOfRow } from "./row-address"
import { toggleRow } from "./selection"
import { TableHead } from "./table-head"
import { PAGE_SIZE, TableLoader } from "./table-loader"
import { TableRows } from "./table-rows"
import { TableBanner, TableSkeleton, TableStates } from "./table-states"
import { TableStatus } from "./table-status"
import { ColumnsMenu, DensityChoice, TableSearch } from "./table-toolbar"
import type { Column, Fetcher, Noun, Row } from "./types"
import { useColumnWidths } from "./use-column-widths"
import { revealRow, rowHeight, useRowRange } from "./use-row-range"
import { useTableMemory } from "./use-table-memory"
import type { Table } from "./use-resource-table"

export interface ResourceTableProps {
  readonly table: Table
  readonly label: string
  readonly noun: Noun
  readonly columns: ReadonlyArray<Column>
  readonly rowKey: string
  readonly fetch$: QRL<Fetcher>
  readonly scope?: string | null
  readonly selectable?: boolean
  readonly brief?: boolean
  readonly searchLabel?: string
  readonly href$?: QRL<(key: string, row: Row) => string | null>
  readonly onOpen$?: QRL<(key: string, row: Row) => void>
  readonly onLook$?: QRL<(index: number) => void>
}

const focusOn = (grid: HTMLElement | undefined, row: number): void => {
  if (!grid) return
  grid.focus({ preventScroll: true })
  if (row >= 0) revealRow(grid, row)
}

/** Slots: `filters` beside the search, `bulk` actions for selected rows, `empty` for first use. */
export const ResourceTable = component$<ResourceTableProps>(
  ({
    brief = false,
    fetch$,
    href$,
    label,
    noun,
    onLook$,
    onOpen$,
    rowKey,
    scope,
    searchLabel,
    selectable = false,
    table,
    ...props
  }) => {
    const { state, url } = table
    const grid = useSignal<HTMLElement>()
    const body = useSignal<HTMLElement>()
    const windowed = useSignal<HTMLElement>()
    const range = useRowRange(state, grid, body, windowed)
    const contexts = useExecutionContexts()
    useTableMemory(table, grid)
    useColumnWidths(
      table,
      props.columns.map(({ format, key }) => ({ key, ...(format === undefined ? {} : { format }) })),
      grid
    )
    const columns = shownColumns(props.columns, state.hiddenColumns)

    useVisibleTask$(
      async ({ track, cleanup }) => {
        const belongs = track(() => scope)
        // The previous scope's rows stay until the loader empties the table.
        state.scope = null
        if (belongs === null) return
        const loader = new TableLoader(table, await fetch$.resolve(), rowKey, () => focusOn(grid.value, state.active))
        table.hrefOf.value = noSerialize(
          (await href$?.resolve()) ?? ((key: string) => addressOfRow(contexts, key, window.location.search))
        )
        table.handle.value = noSerialize(loader)
        cleanup(() => loader.stop())
        loader.clearSelection()
        void loader.start(true)
        state.scope = belongs ?? ""
      },
      { strategy: "document-ready" }
    )
    useVisibleTask$(
      ({ track }) => {
        // Search and sort can reuse a complete listing; filters cannot.
        const local = track(() => [url.q, url.sort].join("\n"))
        const other = track(() =>
          Object.keys(table.filters)
            .map((key) => url[key])
            .join("\n")
        )
        const position = track(() => table.positionKeys.map((key) => url[key]).join("\n"))
        const element = grid.value
        if (!element) return
        const before = {
          local: element.dataset["local"],
          other: element.dataset["other"],
          position: element.dataset["position"]
        }
        Object.assign(element.dataset, { local, other, position })
        const loader = table.handle.value as TableLoader | undefined
        if (
          before.local === undefined ||
          (before.local === local && before.other === other && before.position === position) ||
          !loader
        )
          return
        element.scrollTop = 0
        if (before.position !== position) loader.clearSelection()
        if (before.local.split("\n")[0] !== url.q || before.other !== other) state.only = false
        void loader.start(false, before.other !== other || before.position !== position)
      },
      { strategy: "document-ready" }
    )
    useVisibleTask$(
      ({ track }) => {
        const wanted = track(() => range.value)
        ;(table.handle.value as TableLoader | undefined)?.want(wanted)
      },
      { strategy: "document-ready" }
    )

    const openRow$ = $(async (index: number) => {
      const here = table.window.value?.at(index)
      const row = here ?? (await table.handle.value?.reach(index))
      if (!row || !table.window.value || (!here && state.active !== index)) return
      state.active = index
      const key = table.window.value.key(row)
      if (onOpen$) await onOpen$(key, row)
      else url.open = key
      // A click focuses the link, where the table's keys do nothing.
      table.handle.value?.focus()
    })

    const first = useFirstRequest(
      (signal) => fetch$(listQuery(table, 1, null, PAGE_SIZE), { signal, number: 0 }),
      scope === null
    )
    return (
      <div class="rt">
        {first}
        <div class="rt-bar">
          {searchLabel && <TableSearch table={table} label={searchLabel} />}
          <div class="rt-filters">
            <Slot name="filters" />
          </div>
          <DensityChoice />
          <ColumnsMenu table={table} columns={props.columns} />
        </div>
        <TableBanner table={table} noun={noun} />
        <div
          ref={grid}
          class={["rt-grid", brief && "rt-brief", state.outdated && "rt-outdated"]}
          role="grid"
          tabIndex={0}
          data-table={table.id}
          data-fields={brief ? 2 : columns.filter((column) => (column.priority ?? 1) < 4).length}
          aria-label={label}
          aria-rowcount={state.open ? -1 : state.count + 1}
          aria-colcount={columns.length + (selectable ? 1 : 0)}
          aria-busy={state.status === "loading" || state.outdated ? "true" : "false"}
          aria-multiselectable={selectable ? "true" : undefined}
          onFocus$={(event, element) => {
            if (event.target !== element || state.active >= 0 || state.count === 0) return
            state.active = Math.max(0, url.open ? (table.window.value?.indexOf(url.open) ?? 0) : 0)
          }}
          aria-activedescendant={
            state.active >= 0 && state.active < state.count ? `${table.id}-row-${state.active}` : undefined
          }
          onKeyDown$={[
            sync$((event: KeyboardEvent, element: HTMLElement) => {
              if (event.target !== element || (event.ctrlKey && event.key !== " ") || event.metaKey || event.altKey)
                return
              if (["ArrowDown", "ArrowUp", "Home", "End", "PageDown", "PageUp", " "].includes(event.key))
                event.preventDefault()
            }),
            $(async (event: KeyboardEvent, element: HTMLElement) => {
              if (event.target !== element || (event.ctrlKey && event.key !== " ") || event.metaKey || event.altKey)
                return
              const last = state.count - 1
              const page = Math.max(1, Math.floor(element.clientHeight / rowHeight(element)) - 2)
              const steps: Record<string, number> = {
                ArrowDown: state.active + 1,
                ArrowUp: state.active - 1,
                Home: 0,
                End: last,
                PageDown: state.active + page,
                PageUp: state.active - page
              }
              const to = steps[event.key]
              if (to !== undefined && last >= 0) {
                if (event.shiftKey && selectable) void table.handle.value?.selectTo(Math.max(0, Math.min(last, to)))
                else state.anchor = ""
                state.active = Math.max(0, Math.min(last, to))
                revealRow(element, state.active)
                const row = table.window.value?.at(state.active)
                // Arrow keys must not add a history entry per row.
                if (url.open && row && table.window.value) replaceUrlParam(url, "open", table.window.value.key(row))
              } else if (event.key === "Enter" && state.active >= 0) await openRow$(state.active)
              else if (event.key === " " && state.active >= 0) {
                if (onLook$ && !event.ctrlKey) await onLook$(state.active)
                else if (selectable) toggleRow(table, state.active)
              } else if (event.key === "Escape") {
                if (url.open) url.open = ""
                else table.handle.value?.clearSelection()
              }
            })
          ]}
        >
          <TableHead table={table} columns={columns} selectable={selectable} />
          {state.status === "loading" && <TableSkeleton columns={columns} selectable={selectable} />}
          <div ref={body} class="rt-body" role="rowgroup">
            <div ref={windowed} class="rt-window" role="presentation">
              <TableRows table={table} columns={columns} selectable={selectable} openRow$={openRow$} range={range} />
            </div>
          </div>
        </div>
        <TableStates table={table} noun={noun}>
          <div q:slot="empty" class="contents">
            <Slot name="empty" />
          </div>
        </TableStates>
        <TableStatus table={table} noun={noun} selectable={selectable} looks={onLook$ !== undefined}>
          <span q:slot="bulk" class="contents">
            <Slot name="bulk" />
          </span>
        </TableStatus>
      </div>
    )
  }
)
