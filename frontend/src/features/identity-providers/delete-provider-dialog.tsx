import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { deleteProvider } from "~/client/identity-providers"
import { ConfirmDialog } from "~/components/ui/confirm-dialog"
import { counted } from "~/lib/format"
import { toast, useToasts } from "~/lib/toasts"
import type { ProviderRow } from "./provider-row"

interface DeleteProviderDialogProps {
  readonly open: Signal<boolean>
  readonly row: ProviderRow
  readonly onDeleted$: QRL<() => void>
}

export const DeleteProviderDialog = component$<DeleteProviderDialogProps>(({ onDeleted$, open, row }) => {
  const toasts = useToasts()
  return (
    <ConfirmDialog
      id="delete-provider"
      open={open}
      title={`Delete ${row.label}`}
      action="Delete provider"
      typed={row.id}
      onConfirm$={$(async () => {
        await deleteProvider(row.type, row.id)
        toast(toasts, { tone: "ok", text: `${row.label} is deleted` })
        await onDeleted$()
      })}
    >
      <p>
        {row.identity_count === 0
          ? "Nobody signs in with it."
          : `${counted(row.identity_count, "identity gets", "identities get")} revoked, and the sessions and API tokens of their users end at once.`}
        {" "}A provider that is made with this id later starts without them.
      </p>
    </ConfirmDialog>
  )
})
