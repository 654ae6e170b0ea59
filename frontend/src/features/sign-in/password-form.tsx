import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { goAfterStep, nextOf } from "~/components/gate/after-step"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { FocusField } from "./focus-field"
import { SubmitButton } from "./submit-button"

interface PasswordFormProps {
  /** Another form was shown before: the keyboard follows. */
  readonly back: boolean
}

export const PasswordForm = component$<PasswordFormProps>(({ back }) => {
  const form = useForm("login")
  return (
    <Form
      state={form}
      class="grid gap-4"
      onSubmit$={$(async (values: FormValues, element: HTMLFormElement) => {
        try {
          goAfterStep(await call("POST /api/auth/login", { body: { email: values["email"] ?? "", password: values["password"] ?? "" } }), nextOf())
        } catch (cause) {
          element.querySelector<HTMLInputElement>("[name=password]")?.select()
          throw cause
        }
      })}
    >
      <Field name="email" label="E-mail" type="email" autoComplete="username" required large autoFocus />
      <Field name="password" label="Password" type="password" autoComplete="current-password" required large />
      {back && <FocusField id="login-email" />}
      <SubmitButton busy={form.busy} />
    </Form>
  )
})
