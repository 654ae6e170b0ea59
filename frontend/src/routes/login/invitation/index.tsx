import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { goAfterStep } from "~/components/gate/after-step"
import { AuthLayout, GateTitle } from "~/components/gate/gate"
import { useFragmentToken } from "~/components/gate/use-fragment-token"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { NewPasswordField } from "~/components/ui/new-password-field"

export default component$(() => {
  const form = useForm("invitation")
  const token = useFragmentToken()
  if (token.value === "") {
    return (
      <AuthLayout>
        <GateTitle
          title="This link is not complete"
          text="Open the whole link of your invitation, or ask an administrator for a new one."
        />
        <a href="/login" class="btn btn-primary btn-lg w-full">
          Sign in
        </a>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout>
      <GateTitle title="Choose a password" text="You are invited. With your e-mail and this password you sign in." />
      <Form
        state={form}
        class="grid gap-4"
        onSubmit$={$(async (values: FormValues) => {
          const step = await call("POST /api/auth/invitation/accept", {
            body: { token: token.value ?? "", password: values["password"] ?? "" }
          })
          // remove the used token from the history
          history.replaceState(null, "", "/login/invitation")
          goAfterStep(step, "/")
        })}
      >
        <NewPasswordField name="password" label="Password" hint="At least 12 characters." required large autoFocus />
        <button type="submit" class="btn btn-primary btn-lg" disabled={form.busy || token.value === null}>
          {form.busy && <Icon name="loader-circle" class="spin" />}
          Set password and sign in
        </button>
      </Form>
    </AuthLayout>
  )
})

export const head: DocumentHead = { title: "Invitation" }
