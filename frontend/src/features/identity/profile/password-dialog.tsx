import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { EditDialog, type Editing, type FieldsProps } from "~/components/action"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { NewPasswordField } from "~/components/ui/new-password-field"
import { useMe } from "~/lib/use-me"
import type { Security } from "./security"

interface PasswordDialogProps {
  readonly open: Signal<Editing<Security> | null>
  readonly onChanged$: QRL<() => void>
}

const PasswordFields = component$<FieldsProps<Security>>(({ row }) => {
  const me = useMe()
  return (
    <div class="grid gap-4 px-5 py-4">
      {row !== undefined && (
        <Field
          name="current_password"
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
        />
      )}
      <NewPasswordField
        name="new_password"
        label="New password"
        email={me.value?.email ?? ""}
        hint="At least 12 characters."
        required
        autoFocus={row === undefined}
      />
      <p class="alert">
        <Icon name="info" />
        <span>You stay signed in here. Your other sessions are signed out, and your API tokens end.</span>
      </p>
    </div>
  )
})

export const PasswordDialog = component$<PasswordDialogProps>(({ onChanged$, open }) => (
  <EditDialog
    id="password"
    open={open}
    title="Set password"
    submit="Set password"
    changes={{ title: "Change password", submit: "Change password" }}
    fields={PasswordFields}
    save$={$((values: FormValues, known: Security | undefined) =>
      call("PUT /api/me/password", {
        body: {
          ...(known ? { current_password: values["current_password"] ?? "" } : {}),
          new_password: values["new_password"] ?? ""
        }
      })
    )}
    after$={onChanged$}
    toast$={$((_: unknown, known: Security | undefined) => ({
      text: known ? "Your password is changed" : "Your password is set",
      detail: "Your other sessions and your API tokens have ended."
    }))}
  />
))
