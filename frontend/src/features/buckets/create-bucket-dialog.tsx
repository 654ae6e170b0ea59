import { $, component$, type Signal, useContext } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { EditDialog, type Editing } from "~/components/action"
import { changed, type ListingState } from "~/components/listing"
import { AreaField } from "~/components/ui/area-field"
import { Field, SelectField } from "~/components/ui/field"
import { FormContext, type FormValues } from "~/components/ui/form"
import { LockedControl } from "~/components/ui/locked-control"
import { MoreFields } from "~/components/ui/more-fields"
import { bucketHref } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useOperations } from "~/lib/operations"
import { bucketNameFault } from "../../../../services/domain/buckets/namesBucket.ts"
import { type Created, creationInput, creationMessage, BUCKET_TEMPLATES } from "./creation"
import { CopyCreation } from "./copy-creation"

const BucketFields = component$(() => {
  const contexts = useExecutionContexts()
  const form = useContext(FormContext)
  return (
    <div
      class="grid gap-4 px-5 py-4"
      onInput$={({ target }) => {
        if (!(target instanceof HTMLInputElement) || target.name !== "name") return
        // A name that is still short may only be unfinished.
        const fault = target.value.length < 3 ? null : bucketNameFault(target.value)
        form.fields = { ...form.fields, name: fault ?? "" }
      }}
    >
      <Field
        name="name"
        label="Name"
        hint="3 to 63 lower-case letters, digits, dots and hyphens. It cannot be changed later."
        required
        mono
        autoFocus
        autoComplete="off"
      />
      <label class="flex items-start gap-2">
        <input type="checkbox" name="object_lock" class="check mt-0.5" />
        <span>
          Object lock
          <span class="block text-xs text-ink-3">
            Lets versions be kept from deletion. It can only be switched on now, and switches versioning on.
          </span>
        </span>
      </label>
      <label class="flex items-start gap-2">
        <input type="checkbox" name="versioning" class="check mt-0.5" />
        <span>
          Versioning<span class="block text-xs text-ink-3">What is overwritten or deleted can be brought back.</span>
        </span>
      </label>
      <MoreFields label="Template, tags and quota" names={["template", "like", "tags", "max_objects", "max_size"]}>
        <SelectField name="template" label="Template" options={BUCKET_TEMPLATES} />
        <Field
          name="like"
          label="Like this bucket"
          hint="Takes its versioning, encryption, tags, quota, public access block, CORS and lifecycle."
          mono
          autoComplete="off"
        />
        <AreaField name="tags" label="Tags" hint="One a line: key=value" rows={3} />
        {contexts.current?.capabilities.has_admin_ops === false && (
          <div>
            <LockedControl id="quota-locked" label="Quota" of="admin_ops" />
          </div>
        )}
        {contexts.current?.capabilities.has_admin_ops === true && (
          <div class="grid grid-cols-2 gap-3">
            <Field name="max_size" label="Largest size (GiB)" type="number" min={0} step="any" />
            <Field name="max_objects" label="Most objects" type="number" min={0} />
          </div>
        )}
      </MoreFields>
      <CopyCreation />
    </div>
  )
})

export const CreateBucketDialog = component$<{
  readonly open: Signal<Editing<object> | null>
  readonly listing: ListingState
}>(({ listing, open }) => {
  const contexts = useExecutionContexts()
  const operations = useOperations()
  return (
    <EditDialog
      id="create-bucket"
      open={open}
      title="Create bucket"
      submit="Create bucket"
      fields={BucketFields}
      listing={listing}
      save$={$(async (values: FormValues): Promise<Created> => {
        const context = { contextId: contexts.current?.id ?? "" }
        const { features, name, object_lock = false, ...more } = creationInput(values)
        if (Object.keys(features ?? {}).length === 0 && Object.keys(more).length === 0) {
          await callIn(context, "POST /api/manager/buckets", { body: { name, object_lock } })
          return { name, state: "created", steps: [], run_id: 0 }
        }
        const created = await callIn(context, "POST /api/manager/bucket-creations", { body: creationInput(values) })
        if (created.state === "under_way") {
          const { showRun } = await import("~/features/platform/runs/show-run")
          showRun(
            operations,
            await callIn(context, "GET /api/manager/work/:run_id", { params: { run_id: created.run_id } }),
            { workspace: "manager", ...context },
            () => changed(listing)
          )
        }
        return created
      })}
      toast$={$((created: Created) => ({
        ...creationMessage(created),
        ...(created.state === "created" && contexts.current?.capabilities.can_browse_objects === true
          ? {
              link: {
                label: "Upload objects",
                href: bucketHref({ bucket: created.name, contextId: contexts.current.id }, "objects")
              }
            }
          : {})
      }))}
    />
  )
})
