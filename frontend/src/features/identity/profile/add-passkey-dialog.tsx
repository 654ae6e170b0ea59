import { $, component$, type QRL, type Signal, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { EditDialog, type Editing } from "~/components/action"
import { makePasskey } from "~/components/gate/passkey"
import { passkeyProblem } from "~/components/gate/passkey-error"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { CodesDialog } from "./codes-dialog"

interface AddPasskeyDialogProps {
  readonly open: Signal<Editing<object> | null>
  readonly onAdded$: QRL<() => void>
}

type AddedPasskey = Awaited<ReturnType<typeof addPasskey>>

const addPasskey = async (name: string) => {
  try {
    const response = await makePasskey(await call("POST /api/auth/webauthn/registration/options"))
    return { name, ...(await call("POST /api/auth/webauthn/registration/verify", { body: { name, response } })) }
  } catch (cause) {
    throw passkeyProblem(cause)
  }
}

const PasskeyFields = component$(() => (
  <div class="grid gap-4 px-5 py-4">
    <Field
      name="name"
      label="Name"
      hint="For you to tell your passkeys apart, e.g. the device's name."
      maxLength={100}
      required
      autoFocus
    />
    <p class="alert">
      <Icon name="info" />
      <span>You stay signed in here. Your other sessions are signed out, and your API tokens end.</span>
    </p>
  </div>
))

export const AddPasskeyDialog = component$<AddPasskeyDialogProps>(({ onAdded$, open }) => {
  const codes = useSignal<ReadonlyArray<string> | null>(null)
  return (
    <>
      <EditDialog
        id="add-passkey"
        open={open}
        title="Add passkey"
        submit="Create passkey"
        busySubmit="Waiting for your device…"
        fields={PasskeyFields}
        save$={$((values: FormValues) => addPasskey(values["name"] ?? ""))}
        after$={$(async ({ recovery_codes }: AddedPasskey) => {
          codes.value = recovery_codes
          await onAdded$()
        })}
        toast$={$(({ name }: AddedPasskey) => ({
          text: `${name} is added`,
          detail: "Your other sessions and your API tokens have ended."
        }))}
      />
      <CodesDialog codes={codes} />
    </>
  )
})
