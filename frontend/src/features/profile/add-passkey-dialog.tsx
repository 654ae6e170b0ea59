import { $, component$, type QRL, type Signal, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { makePasskey } from "~/components/gate/passkey"
import { passkeyProblem } from "~/components/gate/passkey-error"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { toast, useToasts } from "~/lib/toasts"
import { CodesDialog } from "./codes-dialog"

interface AddPasskeyDialogProps {
  readonly open: Signal<boolean>
  readonly onAdded$: QRL<() => void>
}

const AddPasskey = component$<AddPasskeyDialogProps & { readonly codes: Signal<ReadonlyArray<string> | null> }>(({ codes, onAdded$, open }) => {
  const form = useForm("add-passkey")
  const toasts = useToasts()
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        try {
          const name = values["name"] ?? ""
          const response = await makePasskey(await call("POST /api/auth/webauthn/registration/options"))
          const enrolled = await call("POST /api/auth/webauthn/registration/verify", { body: { name, response } })
          open.value = false
          codes.value = enrolled.recovery_codes
          toast(toasts, { tone: "ok", text: `${name} is added`, detail: "Your other sessions and your API tokens have ended." })
          await onAdded$()
        } catch (cause) {
          throw passkeyProblem(cause)
        }
      })}
    >
      <div class="grid gap-4 px-5 py-4">
        <Field name="name" label="Name" hint="For you to tell your passkeys apart, e.g. the device's name." maxLength={100} required autoFocus />
        <p class="alert"><Icon name="info" /><span>You stay signed in here. Your other sessions are signed out, and your API tokens end.</span></p>
      </div>
      <DialogActions open={open} submit={form.busy ? "Waiting for your device…" : "Create passkey"} busy={form.busy} />
    </Form>
  )
})

/** Adds a passkey; with the first one come the recovery codes. */
export const AddPasskeyDialog = component$<AddPasskeyDialogProps>(({ onAdded$, open }) => {
  const codes = useSignal<ReadonlyArray<string> | null>(null)
  return (
    <>
      <Dialog open={open} title="Add passkey"><AddPasskey open={open} codes={codes} onAdded$={onAdded$} /></Dialog>
      <CodesDialog codes={codes} />
    </>
  )
})
