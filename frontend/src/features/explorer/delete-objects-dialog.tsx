import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { ConfirmDialog } from "~/components/ui/confirm-dialog"
import type { BucketPlace } from "~/lib/bucket-place"
import { int } from "~/lib/format"
import { toast, useToasts } from "~/lib/toasts"
import { deleteSelection } from "./delete-objects"
import { visible } from "./entries"

interface DeleteObjectsDialogProps {
  readonly open: Signal<boolean>
  readonly place: BucketPlace
  readonly keys: ReadonlyArray<string>
  readonly onDeleted$: QRL<() => void>
}

export const DeleteObjectsDialog = component$<DeleteObjectsDialogProps>(({ keys, onDeleted$, open, place }) => {
  const toasts = useToasts()
  const folders = keys.filter((key) => key.endsWith("/")).length
  return (
    <ConfirmDialog
      id="delete-objects"
      open={open}
      title={keys.length === 1 ? "Delete" : `Delete ${int(keys.length)} entries`}
      action="Delete"
      typed={folders > 0 ? "delete" : undefined}
      onConfirm$={$(async () => {
        const outcomes = await deleteSelection(place, keys)
        const kept = outcomes.filter((outcome) => !outcome.deleted)
        const gone = outcomes.length - kept.length
        if (gone > 0) toast(toasts, { tone: "ok", text: `${int(gone)} ${gone === 1 ? "object is" : "objects are"} deleted` })
        if (kept.length > 0) {
          const reasons = kept.slice(0, 5).map((outcome) => `${visible(outcome.key)}: ${outcome.detail ?? outcome.code ?? "refused"}`)
          toast(toasts, { tone: "danger", text: `${int(kept.length)} ${kept.length === 1 ? "object was" : "objects were"} not deleted`, detail: reasons.join("\n") })
        }
        await onDeleted$()
      })}
    >
      <p>{folders > 0 ? "Folders go with everything below them. " : ""}In a bucket with versions, earlier versions stay.</p>
      <ul class="mt-2 max-h-40 overflow-y-auto font-mono text-xs">{keys.slice(0, 100).map((key) => <li key={key} class="truncate">{visible(key)}</li>)}{keys.length > 100 && <li>… and {int(keys.length - 100)} more</li>}</ul>
    </ConfirmDialog>
  )
})
