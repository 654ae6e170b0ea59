import { component$ } from "@builder.io/qwik"
import type { FieldsProps } from "~/components/action"
import { Field } from "~/components/ui/field"
import type { BucketPlace } from "~/lib/bucket-place"

export interface Place extends BucketPlace {
  readonly prefix: string
}

export const NewFolderFields = component$<FieldsProps<Place>>(({ row }) => (
  <div class="grid gap-4 px-5 py-4">
    <Field
      name="prefix"
      label="Name"
      hint={`It is made as an empty object in ${row?.bucket}/${row?.prefix}, which is what S3 has for a folder.`}
      required
      autoFocus
      autoComplete="off"
    />
  </div>
))
