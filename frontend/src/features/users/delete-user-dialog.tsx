import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { deleteUser, type User } from "~/client/users"
import { ConfirmDialog } from "~/components/ui/confirm-dialog"
import { toast, useToasts } from "~/lib/toasts"

interface DeleteUserDialogProps {
  readonly open: Signal<boolean>
  readonly user: User
  readonly onDeleted$: QRL<() => void>
}

export const DeleteUserDialog = component$<DeleteUserDialogProps>(({ onDeleted$, open, user }) => {
  const toasts = useToasts()
  return (
    <ConfirmDialog
      id="delete-user"
      open={open}
      title={`Delete ${user.full_name}`}
      action="Delete user"
      typed={user.email}
      onConfirm$={$(async () => {
        await deleteUser(user.id)
        toast(toasts, { tone: "ok", text: `${user.full_name} is deleted`, detail: "Nothing on a gateway was changed." })
        await onDeleted$()
      })}
    >
      <p>
        The account goes for good, with its passkeys, identities and links to gateway accounts. Its sessions and API tokens end at once.
        To keep the account and shut it, take “Active” away instead.
      </p>
    </ConfirmDialog>
  )
})
