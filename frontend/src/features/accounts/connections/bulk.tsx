import { $, component$ } from "@builder.io/qwik"
import { type Subject, useAction } from "~/components/action"
import { changed, type ListingState } from "~/components/listing"
import { deselect, type Table } from "~/components/resource-table"
import { int } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { successToast, useToasts } from "~/lib/toasts"

export interface SelectedConnections extends Subject {
  readonly id: string
  readonly rows: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly confirm: string
}

export const deletionTarget = (keys: ReadonlyArray<string>, table: Table): SelectedConnections => {
  const rows = keys.map((id) => ({ id, name: table.state.selected[id] ?? id }))
  const only = rows.length === 1 ? rows[0]?.name : undefined
  return { id: keys.join(" "), rows, name: only ?? `${int(rows.length)} connections`, confirm: only ?? "delete" }
}

export const DeleteConnectionsText = component$<{ readonly subject: SelectedConnections }>(({ subject: { rows } }) => (
  <>
    <p>
      Stowage forgets {rows.length === 1 ? "it and its keys" : "them and their keys"}. Nothing on a gateway is changed.
    </p>
    {rows.length > 1 && (
      <ul class="mt-2 max-h-40 overflow-y-auto text-xs">
        {rows.map(({ id, name }) => (
          <li key={id} class="truncate">
            {name}
          </li>
        ))}
      </ul>
    )}
  </>
))

export const useDeleteConnections = (listing: ListingState) => {
  const operations = useOperations()
  const toasts = useToasts()
  return useAction({
    run$: $(async (subject: SelectedConnections) => {
      const { bulkDeleteConnections: forgetConnections } = await import("./bulk-work")
      forgetConnections(operations, subject, ({ done, text, isSuccess: well }) => {
        deselect(listing.table, [...done])
        if (done.size > 0) changed(listing, done.has(listing.table.url.open) ? "" : undefined)
        if (well) successToast(toasts, { text: subject.rows.length === 1 ? `${subject.name} is deleted` : text })
      })
    })
  })
}

export const useProbeConnections = (listing: ListingState) => {
  const operations = useOperations()
  return useAction({
    run$: $(async (subject: SelectedConnections) => {
      const { bulkProbeConnections: tryConnections } = await import("./bulk-work")
      tryConnections(operations, subject, () => {
        changed(listing)
      })
    })
  })
}
