import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import { readSession } from "~/client/session"
import { goAfterStep } from "~/components/gate/after-step"
import { AuthLayout, GateTitle } from "~/components/gate/gate"
import { useFragmentToken } from "~/components/gate/use-fragment-token"
import { CommandLine } from "~/components/ui/command-line"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { NEW_SETUP_LINK } from "~/lib/operator-commands"
import { NewPasswordField } from "~/components/ui/new-password-field"

const explain = (problem: ProblemError): ProblemError => {
  const say = (detail: string) =>
    new ProblemError({
      status: problem.status,
      code: problem.code,
      title: problem.title,
      detail,
      requestId: problem.requestId
    })
  if (problem.code === "setup_closed") return say("The first administrator exists already. Sign in instead.")
  if (problem.status === 401)
    return say(
      "This setup link is not valid: it was mistyped, used already or has expired. Make a new one with " +
        `“${NEW_SETUP_LINK}”.`
    )
  if (problem.status === 429) return say("Too many attempts from here. Wait fifteen minutes and try again.")
  return problem
}

export default component$(() => {
  const form = useForm("setup")
  const token = useFragmentToken()
  const isClosed = useSignal(false)
  useVisibleTask$(
    async ({ track }) => {
      track(() => token.value)
      try {
        const session = await readSession()
        isClosed.value = session.authenticated || !session.setup_required
      } catch {
        // the submit shows the problem
        isClosed.value = false
      }
    },
    { strategy: "document-ready" }
  )
  if (isClosed.value) {
    return (
      <AuthLayout>
        <GateTitle
          title="Set-up is done"
          text="The first administrator of this service exists. More people are added from inside."
        />
        <a href="/login" class="btn btn-primary btn-lg w-full">
          Sign in
        </a>
      </AuthLayout>
    )
  }
  if (token.value === "") {
    return (
      <AuthLayout>
        <GateTitle
          title="Set up this service"
          text="No administrator exists yet. The first one is made with a one-time link."
        />
        <div class="card grid gap-3 p-4">
          <p>
            Open the link that the service printed when it started. If it is gone or has expired, the operator makes a
            new one:
          </p>
          <CommandLine command={NEW_SETUP_LINK} about="makes a new link" />
        </div>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout>
      <GateTitle
        title="Create the first administrator"
        text="You will run this service. The next step adds your passkey."
      />
      <Form
        state={form}
        class="grid gap-4"
        onSubmit$={$(async (values: FormValues) => {
          try {
            const step = await call("POST /api/auth/bootstrap", {
              headers: { "x-service-bootstrap-token": token.value ?? "" },
              body: {
                full_name: values["full_name"] ?? "",
                email: values["email"] ?? "",
                password: values["password"] ?? ""
              }
            })
            // remove the used token from the history
            history.replaceState(null, "", "/setup")
            goAfterStep(step, "/onboarding")
          } catch (cause) {
            throw cause instanceof ProblemError ? explain(cause) : cause
          }
        })}
      >
        <Field name="full_name" label="Full name" autoComplete="name" maxLength={200} required large autoFocus />
        <Field name="email" label="E-mail" type="email" autoComplete="username" maxLength={320} required large />
        <NewPasswordField name="password" label="Password" hint="At least 12 characters." required large />
        <button type="submit" class="btn btn-primary btn-lg" disabled={form.busy || token.value === null}>
          {form.busy && <Icon name="loader-circle" class="spin" />}
          Create administrator
        </button>
      </Form>
    </AuthLayout>
  )
})

export const head: DocumentHead = { title: "Set up" }
