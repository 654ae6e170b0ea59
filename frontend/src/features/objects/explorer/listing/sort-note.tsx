import { component$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import { int } from "~/lib/format"
import type { SortedOf } from "./folder-listing"

export const SortNote = component$<{ readonly table: Table; readonly of: SortedOf | null }>(({ of, table }) => {
  if (of === null || of.whole || table.url.sort === "" || table.url.sort === "name") return null
  return (
    <p class="flex flex-none flex-wrap items-center gap-2 px-5 pb-2 text-xs text-ink-2" role="status">
      <span>
        Sorted are the first {int(of.rows)} entries by name: a gateway lists by name alone, and what comes after them in
        this folder is not shown.
      </span>
      <button
        type="button"
        class="btn btn-ghost btn-sm"
        onClick$={() => {
          table.url.sort = "name"
        }}
      >
        List by name
      </button>
    </p>
  )
})
