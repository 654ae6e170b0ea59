import { $, component$, type Signal } from "@builder.io/qwik"
import { ProblemError } from "~/client/problem-error"
import type { Provider } from "~/client/session"
import { loginLdap } from "~/client/sign-in"
import { goAfterStep, nextOf } from "~/components/gate/after-step"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { FocusField } from "./focus-field"
import { SubmitButton } from "./submit-button"

interface LdapFormProps {
  readonly provider: Provider
  /** The code of a note above the form. */
  readonly note: Signal<string>
}

export const LdapForm = component$<LdapFormProps>(({ note, provider }) => {
  const form = useForm(`ldap-${provider.id}`)
  return (
    <Form
      state={form}
      class="grid gap-4"
      onSubmit$={$(async (values: FormValues, element: HTMLFormElement) => {
        note.value = ""
        try {
          goAfterStep(await loginLdap(provider.id, { username: values["username"] ?? "", password: values["password"] ?? "" }), nextOf())
        } catch (cause) {
          if (cause instanceof ProblemError && cause.code === "link_pending") {
            note.value = cause.code
            return
          }
          element.querySelector<HTMLInputElement>("[name=password]")?.select()
          throw cause
        }
      })}
    >
      <Field name="username" label="User name" hint={`As ${provider.label} knows you.`} autoComplete="username" required large />
      <Field name="password" label="Password" type="password" autoComplete="current-password" required large />
      <FocusField id={`${form.id}-username`} />
      <SubmitButton busy={form.busy} />
    </Form>
  )
})
