import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { setPassword, type User } from "~/client/users"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"

interface SetPasswordDialogProps {
  readonly open: Signal<boolean>
  readonly user: User
  readonly own: boolean
  readonly onSet$: QRL<(said: string) => void>
}

export const SetPasswordDialog = component$<SetPasswordDialogProps>(({ onSet$, open, own, user }) => {
  const form = useForm("set-password")
  return (
    <Dialog open={open} title={`Set the password of ${user.full_name}`}>
      <Form
        state={form}
        onSubmit$={$(async (values: FormValues) => {
          await setPassword(user.id, values["password"] ?? "")
          open.value = false
          await onSet$(`The password of ${user.full_name} is set`)
        })}
      >
        <div class="grid gap-4 px-5 py-4">
          <Field name="password" label="New password" type="password" minLength={12} maxLength={256} autoComplete="new-password" hint="At least 12 characters. Hand it over in a safe way: it is not shown again." required autoFocus />
          <p class="alert alert-warn">
            <Icon name="triangle-alert" />
            <span>{own ? "Your sessions and API tokens end at once, this one too." : "Their sessions and API tokens end at once."} Passkeys stay.</span>
          </p>
        </div>
        <DialogActions open={open} submit="Set password" busy={form.busy} />
      </Form>
    </Dialog>
  )
})
