import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { goAfterStep, requestedPage, type SignInStep } from "~/components/gate/after-step"
import { AuthLayout, GateTitle } from "~/components/gate/gate"
import { makePasskey } from "~/components/gate/passkey"
import { passkeyProblem, passkeysAvailable } from "~/components/gate/passkey-error"
import { CODES_TEXT, RecoveryCodes } from "~/components/gate/recovery-codes"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"

export default component$(() => {
  const form = useForm("enroll")
  const codes = useSignal<ReadonlyArray<string> | null>(null)
  const after = useSignal<SignInStep | null>(null)
  useVisibleTask$(
    () => {
      if (!passkeysAvailable())
        form.general = "This browser offers no passkeys here. Open the console over HTTPS in a browser that knows them."
    },
    { strategy: "document-ready" }
  )
  const leavePage = $(() => {
    if (after.value) goAfterStep(after.value, requestedPage())
  })
  if (codes.value !== null) {
    return (
      <AuthLayout>
        <GateTitle title="Keep your recovery codes" text={CODES_TEXT} />
        <RecoveryCodes codes={codes.value} action="Go on to the console" onKept$={leavePage} />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout>
      <GateTitle
        title="Add a passkey"
        text="Your fingerprint, face, device PIN or security key signs you in from now on, after your password."
      />
      <Form
        state={form}
        class="grid gap-4"
        onSubmit$={$(async (values: FormValues) => {
          try {
            const response = await makePasskey(await call("POST /api/auth/webauthn/registration/options"))
            const enrolled = await call("POST /api/auth/webauthn/registration/verify", {
              body: { name: values["name"] ?? "", response }
            })
            after.value = enrolled
            if (enrolled.recovery_codes === null) goAfterStep(enrolled, requestedPage())
            else codes.value = enrolled.recovery_codes
          } catch (cause) {
            throw passkeyProblem(cause)
          }
        })}
      >
        <Field
          name="name"
          label="Name of this passkey"
          hint="For you to tell your passkeys apart, e.g. the device's name."
          value="My passkey"
          maxLength={100}
          required
          large
        />
        <button type="submit" class="btn btn-primary btn-lg" disabled={form.busy}>
          <Icon name={form.busy ? "loader-circle" : "fingerprint"} class={form.busy ? "spin" : undefined} />
          {form.busy ? "Waiting for your device…" : "Create passkey"}
        </button>
      </Form>
    </AuthLayout>
  )
})

export const head: DocumentHead = { title: "Add a passkey" }
