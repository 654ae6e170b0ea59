import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import type { SignInStep } from "~/components/gate/after-step"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { FocusField } from "./focus-field"
import type { SignInProvider } from "./provider"
import { SubmitButton } from "./submit-button"

interface LdapFormProps {
  readonly provider: SignInProvider
  readonly note: Signal<string>
  readonly onStep$: QRL<(step: SignInStep) => unknown>
}

export const LdapForm = component$<LdapFormProps>(({ note, onStep$, provider }) => {
  const form = useForm(`ldap-${provider.id}`)
  return (
    <Form
      state={form}
      class="grid gap-4"
      onSubmit$={$(async (values: FormValues, element: HTMLFormElement) => {
        note.value = ""
        try {
          const body = { username: values["username"] ?? "", password: values["password"] ?? "" }
          await onStep$(
            await call("POST /api/auth/login/ldap/:provider_id", { params: { provider_id: provider.id }, body })
          )
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
      <Field
        name="username"
        label="User name"
        hint={`As ${provider.label} knows you.`}
        autoComplete="username"
        required
        large
      />
      <Field name="password" label="Password" type="password" autoComplete="current-password" required large />
      <FocusField id={`${form.id}-username`} />
      <SubmitButton busy={form.busy} />
    </Form>
  )
})
