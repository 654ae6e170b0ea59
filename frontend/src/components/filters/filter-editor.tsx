import { $, component$, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { type Filter, type FilterTarget, filterText } from "./filter"
import { FilterFields } from "./filter-fields"
import { filterWords } from "./filter-words"

const step = (event: KeyboardEvent, menu: HTMLElement): void => {
  if ((event.target as HTMLElement).matches("input, select, textarea")) return
  const items = [...menu.querySelectorAll<HTMLElement>(".menu-item:not([disabled])")]
  const here = items.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: here + 1, ArrowUp: here < 0 ? items.length - 1 : here - 1, Home: 0, End: items.length - 1 }[
    event.key
  ]
  if (to !== undefined) items[(to + items.length) % items.length]?.focus()
}

export const FilterEditor = component$<{
  readonly table: FilterTarget
  readonly filters: ReadonlyArray<Filter>
  readonly editing: Signal<string | null>
}>(({ editing, filters, table }) => {
  const root = useSignal<HTMLElement>()
  const filter = filters.find(({ name }) => name === editing.value)
  useVisibleTask$(
    ({ cleanup }) => {
      const menu = root.value
      if (!menu) return
      // The first key must not wait for a lazy handler.
      const stop = new AbortController()
      menu.addEventListener("keydown", (event) => step(event, menu), { signal: stop.signal })
      cleanup(() => stop.abort())
      menu.querySelector<HTMLElement>(".menu-item[aria-pressed=true], .menu-item, input, textarea")?.focus()
    },
    { strategy: "document-ready" }
  )
  return (
    <div ref={root}>
      <p class="menu-title">{filter?.label ?? "Filter by"}</p>
      {filter === undefined ? (
        filters.map((one) => <FilterEntry key={one.name} table={table} filter={one} editing={editing} />)
      ) : (
        <FilterFields
          table={table}
          filter={filter}
          done$={$(() => root.value?.closest<HTMLElement>("[popover]")?.hidePopover())}
        />
      )}
    </div>
  )
})

const FilterEntry = component$<{
  readonly table: FilterTarget
  readonly filter: Filter
  readonly editing: Signal<string | null>
}>(({ editing, filter, table }) => {
  const text = filterText(filter, table.url)
  return (
    <button
      type="button"
      class="menu-item"
      onClick$={() => {
        editing.value = filter.name
      }}
    >
      <span class="min-w-0 flex-1 truncate font-medium text-ink">{filter.label}</span>
      {text !== "" && filter.kind !== "offered" && (
        <span class="max-w-40 truncate text-xs text-ink-3">{filterWords(filter, text)}</span>
      )}
      {text === "" && filter.cost !== undefined && (
        <span class="text-xs text-ink-3" aria-hidden="true">
          {filter.cost.short}
        </span>
      )}
      <Icon name="chevron-right" />
    </button>
  )
})
