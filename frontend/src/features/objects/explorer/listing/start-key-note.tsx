import { component$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import { visible } from "~/lib/visible"

export const StartKeyNote = component$<{ readonly table: Table }>(({ table }) => {
  const from = table.url["from"] ?? ""
  if (from === "") return null
  return (
    <p class="flex flex-none flex-wrap items-center gap-2 px-5 pb-2 text-xs text-ink-2" role="status">
      <span class="min-w-0 [overflow-wrap:anywhere]">
        From <b class="font-mono font-medium">{visible(from)}</b> on: what comes before it in this folder is not shown.
      </span>
      <button
        type="button"
        class="btn btn-ghost btn-sm"
        onClick$={() => {
          table.url["from"] = ""
        }}
      >
        Show from the start
      </button>
    </p>
  )
})
