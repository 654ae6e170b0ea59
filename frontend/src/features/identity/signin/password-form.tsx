import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { SignInStep } from "~/components/gate/after-step"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { FocusField } from "./focus-field"
import { SubmitButton } from "./submit-button"

interface PasswordFormProps {
  readonly back: boolean
  readonly email?: string
  readonly onStep$: QRL<(step: SignInStep) => unknown>
}

export const PasswordForm = component$<PasswordFormProps>(({ back, email, onStep$ }) => {
  const form = useForm("login")
  // no attribute without a value: an empty one would overwrite input typed before the page resumed
  const initialValue = email ? { value: email } : {}
  return (
    <Form
      state={form}
      class="grid gap-4"
      onSubmit$={$(async (values: FormValues, element: HTMLFormElement) => {
        try {
          await onStep$(
            await call("POST /api/auth/login", {
              body: { email: values["email"] ?? "", password: values["password"] ?? "" }
            })
          )
        } catch (cause) {
          element.querySelector<HTMLInputElement>("[name=password]")?.select()
          throw cause
        }
      })}
    >
      <Field
        name="email"
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        large
        autoFocus={!email}
        {...initialValue}
      />
      <Field
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        large
        autoFocus={Boolean(email)}
      />
      {back && <FocusField id="login-email" />}
      {email && <FocusField id="login-password" />}
      <SubmitButton busy={form.busy} />
    </Form>
  )
})
