import { component$ } from "@builder.io/qwik"
import { CheckField, Field } from "~/components/ui/field"

export const NewAccountFields = component$(() => (
  <>
    <Field name="name" label="Name" maxLength={200} required autoFocus />
    <Field name="email" label="E-mail" type="email" maxLength={320} />
    <Field
      name="max_buckets"
      label="Most buckets"
      type="number"
      min={0}
      hint="Left empty, the gateway's default (1,000); 0 allows none."
    />
    <CheckField
      name="unlimited_buckets"
      label="Any number of buckets"
      hint="Instead of a number. All limits can be changed once it is created."
    />
  </>
))
