import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import type { Passkey } from "./security"

interface RenamePasskeyDialogProps {
  readonly open: Signal<boolean>
  readonly passkey: Passkey | null
  readonly onRenamed$: QRL<() => void>
}

const RenamePasskey = component$<RenamePasskeyDialogProps>(({ onRenamed$, open, passkey }) => {
  const form = useForm("rename-passkey")
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        if (passkey !== null) await call("PUT /api/me/passkeys/:passkey_id", { params: { passkey_id: passkey.id }, body: { name: values["name"] ?? "" } })
        open.value = false
        await onRenamed$()
      })}
    >
      <div class="px-5 py-4"><Field name="name" label="Name" value={passkey?.name} maxLength={100} required autoFocus /></div>
      <DialogActions open={open} submit="Rename" busy={form.busy} />
    </Form>
  )
})

export const RenamePasskeyDialog = component$<RenamePasskeyDialogProps>(({ onRenamed$, open, passkey }) => (
  <Dialog open={open} title="Rename passkey"><RenamePasskey open={open} passkey={passkey} onRenamed$={onRenamed$} /></Dialog>
))
