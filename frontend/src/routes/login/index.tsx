import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { isAbort } from "~/client/problem-error"
import { login, openSession, type Provider, providers } from "~/client/session"
import { goAfterStep, nextOf } from "~/components/gate/after-step"
import { Gate, GateTitle } from "~/components/gate/gate"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { hintSignedIn, safeNext } from "~/lib/signed-in-hint"

export default component$(() => {
  const form = useForm("login")
  const others = useSignal<ReadonlyArray<Provider>>([])
  useVisibleTask$(
    async () => {
      try {
        const [session, offered] = await Promise.all([openSession(), providers()])
        if (session.authenticated) {
          hintSignedIn()
          window.location.replace(safeNext(nextOf()))
        } else if (session.setup_required) window.location.replace("/setup")
        others.value = offered.filter((provider) => provider.type === "passkey")
      } catch (cause) {
        // Signing in by password needs none of this; submitting says what is wrong.
        if (!isAbort(cause)) others.value = []
      }
    },
    { strategy: "document-ready" }
  )
  return (
    <Gate>
      <GateTitle title="Sign in" text="With the account that you have in this console." />
      <Form
        state={form}
        class="grid gap-4"
        onSubmit$={$(async (values: FormValues, element: HTMLFormElement) => {
          try {
            goAfterStep(await login({ email: values["email"] ?? "", password: values["password"] ?? "" }), nextOf())
          } catch (cause) {
            element.querySelector<HTMLInputElement>("[name=password]")?.select()
            throw cause
          }
        })}
      >
        <Field name="email" label="E-mail" type="email" autoComplete="username" required large autoFocus />
        <Field name="password" label="Password" type="password" autoComplete="current-password" required large />
        <button type="submit" class="btn btn-primary btn-lg" disabled={form.busy}>
          {form.busy && <Icon name="loader-circle" class="spin" />}
          {form.busy ? "Signing in…" : "Sign in"}
        </button>
      </Form>
      {others.value.length > 0 && (
        <p class="mt-4 flex items-center gap-2 text-xs text-ink-2">
          <Icon name="fingerprint" class="text-ink-3" /> Your passkey is asked for after the password.
        </p>
      )}
    </Gate>
  )
})

export const head: DocumentHead = { title: "Sign in" }
