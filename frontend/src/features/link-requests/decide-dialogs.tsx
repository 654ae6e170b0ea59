import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { approveLink, type LinkRequest, rejectLink } from "~/client/identity"
import { ConfirmDialog } from "~/components/ui/confirm-dialog"
import { toast, useToasts } from "~/lib/toasts"

interface DecideDialogProps {
  readonly open: Signal<boolean>
  readonly row: LinkRequest
  readonly onDecided$: QRL<() => void>
}

export const ApproveDialog = component$<DecideDialogProps>(({ onDecided$, open, row }) => {
  const toasts = useToasts()
  return (
    <ConfirmDialog
      id="approve-link"
      open={open}
      title="Approve this link"
      action="Approve and link"
      harmless
      onConfirm$={$(async () => {
        await approveLink(row.id)
        toast(toasts, { tone: "ok", text: `${row.email} is linked`, detail: `The next sign-in with it opens the account of ${row.target.full_name}.` })
        await onDecided$()
      })}
    >
      <p>
        From now on {row.display_name ?? row.email} of {row.provider_label ?? row.provider_id} signs in
        as <b class="font-medium text-ink">{row.target.full_name}</b> ({row.target.email}). Make sure that both are the same person.
      </p>
      <p class="mt-2">The account’s sessions and API tokens end at once.</p>
    </ConfirmDialog>
  )
})

export const RejectDialog = component$<DecideDialogProps>(({ onDecided$, open, row }) => {
  const toasts = useToasts()
  return (
    <ConfirmDialog
      id="reject-link"
      open={open}
      title="Reject this link"
      action="Reject"
      onConfirm$={$(async () => {
        await rejectLink(row.id)
        toast(toasts, { tone: "ok", text: `The request of ${row.email} is rejected` })
        await onDecided$()
      })}
    >
      <p>
        {row.display_name ?? row.email} of {row.provider_label ?? row.provider_id} cannot sign in here. The account
        of <b class="font-medium text-ink">{row.target.full_name}</b> stays as it is. You can still approve it later.
      </p>
    </ConfirmDialog>
  )
})
