import { component$, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { type Choice, type Filter, type FilterTarget, filterText } from "./filter"
import { FilterEditor } from "./filter-editor"
import { filterWords } from "./filter-words"

interface FiltersProps {
  readonly table: FilterTarget
  readonly filters: ReadonlyArray<Filter>
  /** Name of the filter in the menu; "": the list of all; null: closed. */
  readonly editing: Signal<string | null>
}

export const FilterChips = component$<FiltersProps & { readonly menu: string }>(({ editing, filters, menu, table }) => {
  const active = filters
    .map((filter) => [filter, filterText(filter, table.url)] as const)
    .filter(([, text]) => text !== "")
  if (active.length === 0) return null
  return (
    <ul class="rt-chips" aria-label="Filters">
      {active.map(([filter, text]) => (
        <FilterChip key={filter.name} table={table} filter={filter} text={text} editing={editing} menu={menu} />
      ))}
    </ul>
  )
})

/** Has forms of its own: place it outside of a form. */
export const FilterMenu = component$<FiltersProps & { readonly id: string }>(({ editing, filters, id, table }) => (
  <div
    id={id}
    popover="auto"
    class="menu"
    role="dialog"
    aria-label="Filter"
    onToggle$={(event) => {
      if (event.newState === "closed") editing.value = null
    }}
  >
    {editing.value !== null && <FilterEditor key={editing.value} table={table} filters={filters} editing={editing} />}
  </div>
))

interface FilterChipProps {
  readonly table: FilterTarget
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
  const words = filterWords(filter, text, offered.value)
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
