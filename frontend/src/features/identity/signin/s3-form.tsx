import { $, component$, type QRL, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { SignInStep } from "~/components/gate/after-step"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { FocusField } from "./focus-field"
import type { SignInProvider } from "./provider"
import { SubmitButton } from "./submit-button"

const OTHER = "custom"

const bodyOf = (values: FormValues) => ({
  access_key: values["access_key"] ?? "",
  secret_key: values["secret_key"] ?? "",
  ...(values["session_token"] ? { session_token: values["session_token"] } : {}),
  ...(values["endpoint_url"] === undefined
    ? { endpoint_id: Number(values["endpoint_id"]) }
    : { endpoint_url: values["endpoint_url"] })
})

interface S3FormProps {
  readonly endpoints: ReadonlyArray<SignInProvider>
  readonly onStep$: QRL<(step: SignInStep) => unknown>
}

export const S3Form = component$<S3FormProps>(({ endpoints, onStep$ }) => {
  const form = useForm("s3")
  const endpoint = useSignal(endpoints[0]?.id ?? OTHER)
  const temporary = useSignal(false)
  return (
    <Form
      state={form}
      class="grid gap-4"
      onSubmit$={$(async (values: FormValues) => {
        await onStep$(await call("POST /api/auth/login/s3", { body: bodyOf(values) }))
      })}
    >
      <div>
        <label for="s3-endpoint" class="mb-1 block font-medium">
          Storage endpoint
        </label>
        <select
          id="s3-endpoint"
          name="endpoint_id"
          class="input input-lg"
          onChange$={(_, select) => {
            endpoint.value = select.value
          }}
        >
          {endpoints.map(({ id, label }) => (
            <option key={id} value={id} selected={id === endpoint.value}>
              {label}
            </option>
          ))}
        </select>
        {form.fields["endpoint_id"] && <p class="mt-1 text-xs text-danger">{form.fields["endpoint_id"]}</p>}
      </div>
      {endpoint.value === OTHER && (
        <Field
          name="endpoint_url"
          label="Address"
          type="url"
          placeholder="https://s3.example.org"
          required
          mono
          large
        />
      )}
      <Field name="access_key" label="Access key" autoComplete="username" maxLength={256} required mono large />
      <Field
        name="secret_key"
        label="Secret key"
        type="password"
        autoComplete="off"
        maxLength={1024}
        required
        mono
        large
      />
      {temporary.value ? (
        <Field name="session_token" label="Session token" type="password" maxLength={8192} mono large />
      ) : (
        <button
          type="button"
          class="link justify-self-start"
          onClick$={() => {
            temporary.value = true
          }}
        >
          The keys are temporary
        </button>
      )}
      <FocusField id="s3-endpoint" />
      <SubmitButton busy={form.busy} />
    </Form>
  )
})
