import { component$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table/use-resource-table"

interface FilterChipsProps {
  readonly table: Table
  /** The filter in the table's address. */
  readonly name: string
  readonly label: string
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }>
}

/** One choice that narrows a table, kept in its address. */
export const FilterChips = component$<FilterChipsProps>(({ label, name, options, table }) => (
  <div class="flex min-w-0 gap-1 overflow-x-auto p-0.5" role="group" aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        class="chip flex-none"
        aria-pressed={table.url[name] === option.value ? "true" : "false"}
        onClick$={() => { table.url[name] = option.value }}
      >
        {option.label}
      </button>
    ))}
  </div>
))
