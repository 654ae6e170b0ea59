import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"

export const LockedForm = component$<{ readonly token: string; readonly onOpen$: QRL<() => void> }>(
  ({ onOpen$, token }) => {
    const form = useForm("unlock")
    return (
      <section class="card mx-auto max-w-md p-5">
        <h1 class="flex items-center gap-2 text-lg font-semibold tracking-tight">
          <Icon name="lock" /> This link has a password
        </h1>
        <p class="mt-1 mb-4 text-ink-2">Whoever gave you the link can tell it to you.</p>
        <Form
          state={form}
          class="grid gap-4"
          onSubmit$={$(async (values: FormValues) => {
            await call("POST /api/share/:token/unlock", {
              params: { token },
              body: { password: values["password"] ?? "" }
            })
            await onOpen$()
          })}
        >
          <Field
            name="password"
            label="Password"
            type="password"
            required
            large
            autoFocus
            autoComplete="off"
            maxLength={256}
          />
          <button type="submit" class="btn btn-primary btn-lg" disabled={form.busy}>
            {form.busy && <Icon name="loader-circle" class="spin" />} Open
          </button>
        </Form>
      </section>
    )
  }
)
