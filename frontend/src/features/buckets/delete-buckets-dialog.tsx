import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { deleteBucket } from "~/client/buckets"
import { asProblem } from "~/client/problem-error"
import { ConfirmDialog } from "~/components/ui/confirm-dialog"
import { int } from "~/lib/format"
import { toast, useToasts } from "~/lib/toasts"

interface DeleteBucketsDialogProps {
  readonly open: Signal<boolean>
  readonly contextId: string
  readonly names: ReadonlyArray<string>
  /** The names that are gone now. */
  readonly onDeleted$: QRL<(names: ReadonlyArray<string>) => void>
}

/** Deletes empty buckets, one request each; those that refuse are named with the reason. */
export const DeleteBucketsDialog = component$<DeleteBucketsDialogProps>(({ contextId, names, onDeleted$, open }) => {
  const toasts = useToasts()
  const only = names.length === 1 ? names[0] ?? "" : null
  return (
    <ConfirmDialog
      id="delete-buckets"
      open={open}
      title={only === null ? `Delete ${int(names.length)} buckets` : "Delete bucket"}
      action="Delete"
      typed={only ?? "delete"}
      onConfirm$={$(async () => {
        const gone: Array<string> = []
        const refused: Array<string> = []
        for (const name of names) {
          try {
            await deleteBucket(contextId, name)
            gone.push(name)
          } catch (cause) {
            refused.push(`${name}: ${asProblem(cause).message}`)
          }
        }
        if (gone.length > 0) {
          toast(toasts, { tone: "ok", text: gone.length === 1 ? `${gone[0]} is deleted` : `${int(gone.length)} buckets are deleted` })
          await onDeleted$(gone)
        }
        if (refused.length > 0) toast(toasts, { tone: "danger", text: refused.length === 1 ? "One bucket was not deleted" : `${int(refused.length)} buckets were not deleted`, detail: refused.slice(0, 5).join("\n") })
      })}
    >
      {only === null
        ? <><p>Only empty buckets can be deleted; the others stay and are named.</p><ul class="mt-2 max-h-40 overflow-y-auto font-mono text-xs">{names.map((name) => <li key={name} class="truncate">{name}</li>)}</ul></>
        : <p>Bucket <b class="font-mono text-ink">{only}</b> goes for good, and its name may be taken by somebody else. Only an empty bucket can be deleted.</p>}
    </ConfirmDialog>
  )
})
