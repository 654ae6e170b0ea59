import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { toast, useToasts } from "~/lib/toasts"

interface PasswordDialogProps {
  readonly open: Signal<boolean>
  readonly hasPassword: boolean
  readonly onChanged$: QRL<() => void>
}

const PasswordForm = component$<PasswordDialogProps>(({ hasPassword, onChanged$, open }) => {
  const form = useForm("password")
  const toasts = useToasts()
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        const current = hasPassword ? { current_password: values["current_password"] ?? "" } : {}
        await call("PUT /api/me/password", { body: { ...current, new_password: values["new_password"] ?? "" } })
        open.value = false
        toast(toasts, { tone: "ok", text: hasPassword ? "Your password is changed" : "Your password is set", detail: "Your other sessions and your API tokens have ended." })
        await onChanged$()
      })}
    >
      <div class="grid gap-4 px-5 py-4">
        {hasPassword && <Field name="current_password" label="Current password" type="password" autoComplete="current-password" required autoFocus />}
        <Field name="new_password" label="New password" type="password" autoComplete="new-password" minLength={12} maxLength={256} hint="At least 12 characters." required autoFocus={!hasPassword} />
        <p class="alert"><Icon name="info" /><span>You stay signed in here. Your other sessions are signed out, and your API tokens end.</span></p>
      </div>
      <DialogActions open={open} submit={hasPassword ? "Change password" : "Set password"} busy={form.busy} />
    </Form>
  )
})

/** Sets a password, or changes the one there is. */
export const PasswordDialog = component$<PasswordDialogProps>(({ hasPassword, onChanged$, open }) => (
  <Dialog open={open} title={hasPassword ? "Change password" : "Set password"}><PasswordForm open={open} hasPassword={hasPassword} onChanged$={onChanged$} /></Dialog>
))
