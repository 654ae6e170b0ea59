import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { EditDialog, type Editing, type FieldsProps } from "~/components/action"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { NewPasswordField } from "~/components/ui/new-password-field"
import { useMe } from "~/lib/use-me"
import type { User } from "./user"

const PasswordFields = component$<FieldsProps<User>>(({ row: user }) => {
  const me = useMe()
  return (
    <div class="grid gap-4 px-5 py-4">
      <NewPasswordField
        name="password"
        label="New password"
        email={user?.email ?? ""}
        hint="At least 12 characters. Hand it over in a safe way: it is not shown again."
        required
        autoFocus
      />
      <p class="alert alert-warn">
        <Icon name="triangle-alert" />
        <span>
          {me.value?.id === user?.id
            ? "Your sessions and API tokens end at once, this one too."
            : "Their sessions and API tokens end at once."}{" "}
          Passkeys stay.
        </span>
      </p>
    </div>
  )
})

export const SetPasswordDialog = component$<{
  readonly open: Signal<Editing<User> | null>
  readonly onSet$: QRL<() => void>
}>(({ onSet$, open }) => (
  <EditDialog
    id="set-password"
    open={open}
    title="Set the password"
    submit="Set password"
    changes={{ title: "Set the password of", submit: "Set password" }}
    fields={PasswordFields}
    save$={$(async (values: FormValues, user: User | undefined) => {
      if (user)
        await call("PUT /api/admin/users/:user_id/password", {
          params: { user_id: user.id },
          body: { password: values["password"] ?? "" }
        })
    })}
    after$={onSet$}
    toast$={$((_: unknown, user: User | undefined) => ({ text: `The password of ${user?.full_name} is set` }))}
  />
))
