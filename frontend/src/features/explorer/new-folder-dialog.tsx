import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { type BucketPlace, inBucket } from "~/lib/bucket-place"

interface NewFolderDialogProps {
  readonly open: Signal<boolean>
  readonly place: BucketPlace
  readonly prefix: string
  readonly onCreated$: QRL<(prefix: string) => void>
}

export const NewFolderDialog = component$<NewFolderDialogProps>(({ onCreated$, open, place, prefix }) => {
  const form = useForm("new-folder")
  return (
    <Dialog open={open} title="New folder">
      <Form
        state={form}
        onSubmit$={$(async (values: FormValues) => {
          const { key } = await call("POST /api/browser/buckets/:bucket_name/folders", { ...inBucket(place), body: { prefix: `${prefix}${values["prefix"] ?? ""}` } })
          open.value = false
          await onCreated$(key)
        })}
      >
        <div class="grid gap-4 px-5 py-4">
          <Field name="prefix" label="Name" hint={`It is made as an empty object in ${place.bucket}/${prefix}, which is what S3 has for a folder.`} required autoFocus autoComplete="off" />
        </div>
        <DialogActions open={open} submit="Create folder" busy={form.busy} />
      </Form>
    </Dialog>
  )
})
