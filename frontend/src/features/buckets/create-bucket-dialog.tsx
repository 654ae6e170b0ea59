import { $, component$, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { EditDialog, type Editing } from "~/components/action"
import type { ListingState } from "~/components/listing"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { useExecutionContexts } from "~/lib/execution-contexts"
import type { Bucket } from "./bucket"

const BucketFields = component$(() => (
  <div class="grid gap-4 px-5 py-4">
    <Field name="name" label="Name" hint="3 to 63 lower-case letters, digits, dots and hyphens. It cannot be changed later." required mono autoFocus autoComplete="off" />
    <label class="flex items-start gap-2">
      <input type="checkbox" name="object_lock" class="check mt-0.5" />
      <span>Object lock<span class="block text-xs text-ink-3">Lets versions be kept from deletion. It can only be switched on now, and switches versioning on.</span></span>
    </label>
  </div>
))

export const CreateBucketDialog = component$<{ readonly open: Signal<Editing<object> | null>; readonly listing: ListingState }>(({ listing, open }) => {
  const contexts = useExecutionContexts()
  return (
    <EditDialog
      id="create-bucket"
      open={open}
      title="Create bucket"
      submit="Create bucket"
      fields={BucketFields}
      listing={listing}
      save$={$((values: FormValues) =>
        call("POST /api/manager/buckets", {
          query: { context_id: contexts.current?.id ?? "" },
          body: { name: (values["name"] ?? "").trim(), object_lock: values["object_lock"] === "on" }
        }))}
      said$={$(({ name }: Bucket) => ({ text: `${name} is created` }))}
    />
  )
})
