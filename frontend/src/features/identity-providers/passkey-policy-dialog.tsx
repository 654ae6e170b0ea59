import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { type PasskeySettings, savePasskeySettings } from "~/client/identity"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { CheckField } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"

interface PasskeyPolicyDialogProps {
  readonly open: Signal<boolean>
  readonly settings: PasskeySettings
  readonly onSaved$: QRL<(settings: PasskeySettings) => void>
}

export const PasskeyPolicyDialog = component$<PasskeyPolicyDialogProps>(({ onSaved$, open, settings }) => {
  const form = useForm("passkey-policy")
  return (
    <Dialog open={open} title="Who must have a passkey">
      <Form
        state={form}
        onSubmit$={$(async (values: FormValues) => {
          const saved = await savePasskeySettings({
            require_passkey_for_admins: values["require_passkey_for_admins"] === "true",
            require_passkey_for_users: values["require_passkey_for_users"] === "true"
          })
          open.value = false
          await onSaved$(saved)
        })}
      >
        <div class="grid gap-4 px-5 py-4">
          <CheckField
            name="require_passkey_for_admins"
            label="Administrators"
            checked={settings.require_passkey_for_admins}
            hint="They are asked for it again before they change users, providers or rights."
          />
          <CheckField name="require_passkey_for_users" label="Users" checked={settings.require_passkey_for_users} hint="Everybody else who signs in with an account." />
          <p class="text-ink-2">
            It takes effect at the next sign-in: whoever must have a passkey and has none sets one up then. Whoever has one is asked for it in any case.
          </p>
        </div>
        <DialogActions open={open} submit="Save" busy={form.busy} />
      </Form>
    </Dialog>
  )
})
