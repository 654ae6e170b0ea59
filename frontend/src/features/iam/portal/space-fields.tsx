import { component$ } from "@builder.io/qwik"
import { CheckField, Field } from "~/components/ui/field"
import { MoreFields } from "~/components/ui/more-fields"

export const NameFields = component$<{ readonly name?: string; readonly bucket?: string }>(({ bucket, name }) => (
  <>
    <Field name="name" label="Name" value={name} maxLength={100} required autoFocus />
    <Field
      name="bucket_name"
      label="Bucket"
      value={bucket}
      hint="The name that programs use: 3 to 63 lower-case letters, digits and hyphens. It cannot be changed later."
      maxLength={255}
      required
      mono
    />
  </>
))

export const ExistingBucketFields = component$(() => (
  <MoreFields label="Use an existing bucket" names={["prefix"]}>
    <CheckField name="existing_bucket" label="The bucket exists already" />
    <Field
      name="prefix"
      label="Folder"
      hint="With a slash at the end, such as data/2026/. Empty: the whole bucket."
      maxLength={512}
      mono
    />
  </MoreFields>
))
