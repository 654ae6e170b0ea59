import { $, component$ } from "@builder.io/qwik"
import { useAction } from "~/components/action"
import { CopyAs } from "~/components/ui/copy-as"
import { changed, type ListingState } from "~/components/listing"
import { deselect } from "~/components/resource-table"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useOperations } from "~/lib/operations"
import { successToast, useToasts } from "~/lib/toasts"
import type { DeletionTarget } from "./bucket"
import { deleteCommands } from "./delete-commands"

export const DeleteText = component$<{ readonly subject: DeletionTarget }>(({ subject: { context, names } }) => {
  const contexts = useExecutionContexts()
  const endpoint = contexts.current?.id === context ? (contexts.current.endpoint_url ?? "") : ""
  return names.length === 1 ? (
    <div class="grid min-w-0 gap-3">
      <p>
        Bucket <b class="font-mono text-ink">{names[0]}</b> goes for good, and its name may be taken by somebody else.
        Only an empty bucket can be deleted.
      </p>
      <CopyAs commands={deleteCommands(names[0] ?? "", context, endpoint)} about={`deletes ${names[0]}`} />
    </div>
  ) : (
    <>
      <p>Only empty buckets can be deleted; the others stay and are named.</p>
      <ul class="mt-2 max-h-40 overflow-y-auto font-mono text-xs">
        {names.map((name) => (
          <li key={name} class="truncate">
            {name}
          </li>
        ))}
      </ul>
    </>
  )
})

export const useDeleteBuckets = (listing: ListingState) => {
  const operations = useOperations()
  const toasts = useToasts()
  return useAction({
    run$: $(async (subject: DeletionTarget) => {
      const { deleteBuckets } = await import("./delete-buckets")
      deleteBuckets(operations, subject, ({ done, text, isSuccess: well }) => {
        deselect(listing.table, [...done])
        if (done.size > 0) changed(listing, done.has(listing.table.url.open) ? "" : undefined)
        const [only] = done
        if (well) successToast(toasts, { text: done.size === 1 ? `${only} is deleted` : text })
      })
    })
  })
}
