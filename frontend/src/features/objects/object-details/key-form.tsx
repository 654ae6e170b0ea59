import { $, component$, type QRL } from "@builder.io/qwik"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import type { BucketPlace } from "~/lib/bucket-place"
import { storeCustomerKey } from "~/lib/customer-keys"

interface KeyFormProps {
  readonly place: BucketPlace
  readonly entry: string
  readonly reason: string
  readonly after$: QRL<() => void>
}

/** The key is held in memory only. */
export const KeyForm = component$<KeyFormProps>(({ after$, entry, place, reason }) => {
  const form = useForm("customer-key")
  return (
    <Form
      state={form}
      class="grid gap-3"
      onSubmit$={$(async (values: FormValues) => {
        storeCustomerKey(place, entry, (values["customer_key"] ?? "").trim())
        await after$()
      })}
    >
      <p class="text-ink-2" role="status">
        {reason}.
      </p>
      <Field
        name="customer_key"
        label="Key (SSE-C)"
        type="password"
        mono
        required
        minLength={44}
        maxLength={44}
        hint={
          "32 bytes in base64. It is sent with each request for this object, and forgotten when you leave or " +
          "reload the page."
        }
      />
      <div>
        <button type="submit" class="btn btn-primary" disabled={form.busy}>
          Open the object
        </button>
      </div>
    </Form>
  )
})
