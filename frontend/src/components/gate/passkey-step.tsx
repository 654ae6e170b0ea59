import { $, component$, type QRL, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import type { SignInStep } from "./after-step"
import { presentPasskey } from "./passkey"
import { passkeyError, passkeysAvailable } from "./passkey-error"

export const PasskeyStep = component$<{ readonly onStep$: QRL<(step: SignInStep) => unknown> }>(({ onStep$ }) => {
  const state = useStore({ busy: false, error: "" })
  const usesRecoveryCode = useSignal(false)
  const form = useForm("recovery")
  useVisibleTask$(
    () => {
      if (!passkeysAvailable())
        state.error = "This browser offers no passkeys here. Use a recovery code, or another browser."
    },
    { strategy: "document-ready" }
  )
  const present = $(async () => {
    state.busy = true
    state.error = ""
    try {
      const body = await presentPasskey(await call("POST /api/auth/webauthn/authentication/options"))
      await onStep$(await call("POST /api/auth/webauthn/authentication/verify", { body }))
    } catch (cause) {
      state.error = passkeyError(cause)
    } finally {
      state.busy = false
    }
  })
  return (
    <>
      {state.error && (
        <p role="alert" class="alert alert-danger mb-4">
          <Icon name="circle-alert" />
          <span>{state.error}</span>
        </p>
      )}
      <button
        type="button"
        id="use-passkey"
        class="btn btn-primary btn-lg w-full"
        disabled={state.busy}
        autoFocus
        onClick$={present}
      >
        <Icon name={state.busy ? "loader-circle" : "fingerprint"} class={state.busy ? "spin" : undefined} />
        {state.busy ? "Waiting for your passkey…" : "Use passkey"}
      </button>
      <div class="mt-6 border-t border-line pt-4">
        {!usesRecoveryCode.value ? (
          <button
            type="button"
            class="link"
            onClick$={() => {
              usesRecoveryCode.value = true
            }}
          >
            I do not have my passkey
          </button>
        ) : (
          <Form
            state={form}
            class="grid gap-3"
            onSubmit$={$(async (values: FormValues) => {
              await onStep$(
                await call("POST /api/auth/recovery-codes/use", { body: { code: (values["code"] ?? "").trim() } })
              )
            })}
          >
            <Field
              name="code"
              label="Recovery code"
              hint="One of the ten codes that you kept. Each works once."
              required
              mono
              autoFocus
            />
            <button type="submit" class="btn btn-secondary" disabled={form.busy}>
              Use recovery code
            </button>
          </Form>
        )}
      </div>
    </>
  )
})
