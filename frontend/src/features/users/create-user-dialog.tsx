import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { createUser, type Role, type User } from "~/client/users"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { useMe } from "~/lib/use-me"
import { RoleField } from "./role-field"

interface CreateUserDialogProps {
  readonly open: Signal<boolean>
  readonly onCreated$: QRL<(user: User) => void>
}

export const CreateUserDialog = component$<CreateUserDialogProps>(({ onCreated$, open }) => {
  const form = useForm("create-user")
  const me = useMe()
  return (
    <Dialog open={open} title="Create user">
      <Form
        state={form}
        onSubmit$={$(async (values: FormValues) => {
          const password = values["password"]
          const user = await createUser({
            email: (values["email"] ?? "").trim(),
            full_name: values["full_name"] ?? "",
            role: (values["role"] ?? "ui_none") as Role,
            ...(password ? { password } : {})
          })
          open.value = false
          await onCreated$(user)
        })}
      >
        <div class="grid gap-4 px-5 py-4">
          <Field name="full_name" label="Full name" maxLength={200} required autoFocus />
          <Field name="email" label="E-mail" type="email" maxLength={320} required />
          <RoleField value="ui_user" actor={me.value?.role} />
          <Field
            name="password"
            label="Password"
            type="password"
            minLength={12}
            maxLength={256}
            autoComplete="new-password"
            hint="At least 12 characters. Without one they sign in with an identity provider, or wait until you set one."
          />
        </div>
        <DialogActions open={open} submit="Create user" busy={form.busy} />
      </Form>
    </Dialog>
  )
})
