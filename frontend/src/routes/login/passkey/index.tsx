import { $, component$, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { goAfterStep, nextOf } from "~/components/gate/after-step"
import { Gate, GateTitle } from "~/components/gate/gate"
import { presentPasskey } from "~/components/gate/passkey"
import { passkeyError, passkeysAvailable } from "~/components/gate/passkey-error"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"

export default component$(() => {
  const state = useStore({ busy: false, error: "" })
  const lost = useSignal(false)
  const form = useForm("recovery")
  useVisibleTask$(
    () => {
      if (!passkeysAvailable()) state.error = "This browser offers no passkeys here. Use a recovery code, or another browser."
    },
    { strategy: "document-ready" }
  )
  const present = $(async () => {
    state.busy = true
    state.error = ""
    try {
      const body = await presentPasskey(await call("POST /api/auth/webauthn/authentication/options"))
      goAfterStep(await call("POST /api/auth/webauthn/authentication/verify", { body }), nextOf())
    } catch (cause) {
      state.error = passkeyError(cause)
    } finally {
      state.busy = false
    }
  })
  return (
    <Gate>
      <GateTitle title="Show your passkey" text="Your password was right. Now prove that it is you." />
      {state.error && <p role="alert" class="alert alert-danger mb-4"><Icon name="circle-alert" /><span>{state.error}</span></p>}
      <button type="button" id="use-passkey" class="btn btn-primary btn-lg w-full" disabled={state.busy} onClick$={present}>
        <Icon name={state.busy ? "loader-circle" : "fingerprint"} class={state.busy ? "spin" : undefined} />
        {state.busy ? "Waiting for your passkey…" : "Use passkey"}
      </button>
      <div class="mt-6 border-t border-line pt-4">
        {!lost.value ? (
          <button type="button" class="link" onClick$={() => { lost.value = true }}>I do not have my passkey</button>
        ) : (
          <Form
            state={form}
            class="grid gap-3"
            onSubmit$={$(async (values: FormValues) => {
              goAfterStep(await call("POST /api/auth/recovery-codes/use", { body: { code: (values["code"] ?? "").trim() } }), nextOf())
            })}
          >
            <Field name="code" label="Recovery code" hint="One of the ten codes that you kept. Each works once." required mono autoFocus />
            <button type="submit" class="btn btn-secondary" disabled={form.busy}>Use recovery code</button>
          </Form>
        )}
      </div>
      <p class="mt-4 text-xs text-ink-2"><a class="link" href="/login">Sign in as somebody else</a></p>
    </Gate>
  )
})

export const head: DocumentHead = { title: "Passkey" }
