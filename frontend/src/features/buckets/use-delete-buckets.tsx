import { $, component$ } from "@builder.io/qwik"
import { useAction } from "~/components/action"
import { changed, type ListingState } from "~/components/listing"
import { deselect } from "~/components/resource-table"
import { deleteBuckets, type DeletedBuckets, type Doomed, saidOfDeleted } from "./bucket"

export const DeleteText = component$<{ readonly subject: Doomed }>(({ subject: { names } }) =>
  names.length === 1
    ? <p>Bucket <b class="font-mono text-ink">{names[0]}</b> goes for good, and its name may be taken by somebody else. Only an empty bucket can be deleted.</p>
    : <><p>Only empty buckets can be deleted; the others stay and are named.</p><ul class="mt-2 max-h-40 overflow-y-auto font-mono text-xs">{names.map((name) => <li key={name} class="truncate">{name}</li>)}</ul></>)

/** Deletes the buckets that were asked about, in the context in which they were shown. */
export const useDeleteBuckets = (listing: ListingState) =>
  useAction({
    run$: $((subject: Doomed) => deleteBuckets(subject)),
    after$: $(({ gone }: DeletedBuckets) => {
      deselect(listing.table, gone)
      if (gone.length > 0) changed(listing, gone.includes(listing.table.url.open) ? "" : undefined)
    }),
    said$: $((answer: DeletedBuckets) => saidOfDeleted(answer))
  })
