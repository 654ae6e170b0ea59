import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { type Bucket, createBucket } from "~/client/buckets"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"

interface CreateBucketDialogProps {
  readonly open: Signal<boolean>
  readonly contextId: string
  readonly onCreated$: QRL<(bucket: Bucket) => void>
}

export const CreateBucketDialog = component$<CreateBucketDialogProps>(({ contextId, onCreated$, open }) => {
  const form = useForm("create-bucket")
  return (
    <Dialog open={open} title="Create bucket">
      <Form
        state={form}
        onSubmit$={$(async (values: FormValues) => {
          const bucket = await createBucket(contextId, { name: (values["name"] ?? "").trim(), object_lock: values["object_lock"] === "on" })
          open.value = false
          await onCreated$(bucket)
        })}
      >
        <div class="grid gap-4 px-5 py-4">
          <Field name="name" label="Name" hint="3 to 63 lower-case letters, digits, dots and hyphens. It cannot be changed later." required mono autoFocus autoComplete="off" />
          <label class="flex items-start gap-2">
            <input type="checkbox" name="object_lock" class="check mt-0.5" />
            <span>Object lock<span class="block text-xs text-ink-3">Lets versions be kept from deletion. It can only be switched on now, and switches versioning on.</span></span>
          </label>
        </div>
        <DialogActions open={open} submit="Create bucket" busy={form.busy} />
      </Form>
    </Dialog>
  )
})
