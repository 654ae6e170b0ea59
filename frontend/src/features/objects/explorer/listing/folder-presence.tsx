import { $, component$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import type { BucketPlace } from "~/lib/bucket-place"
import { bytes } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { useToasts } from "~/lib/toasts"
import { useLoaded } from "~/lib/use-loaded"
import { download } from "../../transfers/download"
import { useObjectPresence, type WatchedObject } from "../../object-details/use-object-presence"

interface StandingProps extends WatchedObject {
  readonly place: BucketPlace
  readonly entry: string
}

/** A folder exists as long as keys are below it. An object with its name and content is offered for download. */
export const FolderPresenceText = component$<StandingProps>((props) => {
  const loaded = useLoaded(
    $(async (signal) => {
      const { objects, prefixes } = await callIn(props.place, "GET /api/browser/buckets/:bucket_name/objects", {
        query: { prefix: props.entry, max_keys: 1 },
        signal
      })
      if (objects.length + prefixes.length === 0)
        throw new ProblemError({
          status: 404,
          code: "not_found",
          title: "Not found",
          detail: "There is no such folder."
        })
      return objects.find(({ key }) => key === props.entry)?.size_bytes ?? 0
    })
  )
  const operations = useOperations()
  const toasts = useToasts()
  useObjectPresence(loaded, props)
  const { entry, place } = props
  if (loaded.problem === undefined && loaded.value !== null && loaded.value > 0) {
    return (
      <div class="mt-4 grid gap-2" data-testid="folder-content">
        <p class="text-ink-2">An object with the name of this folder holds {bytes(loaded.value)}.</p>
        <button type="button" class="btn btn-secondary" onClick$={() => download(place, entry, { operations, toasts })}>
          <Icon name="download" /> Download this object
        </button>
      </div>
    )
  }
  if (loaded.problem?.status !== 404) return null
  return (
    <p class="alert alert-warn mt-4" role="status">
      <Icon name="triangle-alert" />
      <span class="min-w-0">
        <b class="font-medium">This folder is gone.</b> Nothing is below it: all of it was deleted, or its name is
        another. What its bucket keeps of that stands in the view Versions.
      </span>
    </p>
  )
})
