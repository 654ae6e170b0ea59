import { $, component$, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { EditDialog, type Editing } from "~/components/action"
import type { ListingState } from "~/components/listing"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { useGoTo } from "~/lib/use-go-to"
import type { Group, GroupRow } from "./group"

const GroupFields = component$(() => (
  <div class="grid gap-4 px-5 py-4">
    <Field name="name" label="Name" maxLength={100} required autoFocus />
    <Field
      name="description"
      label="Description"
      maxLength={500}
      hint="Who should be in it, for the next administrator."
    />
  </div>
))

export const CreateGroupDialog = component$<{
  readonly open: Signal<Editing<GroupRow> | null>
  readonly listing: ListingState
}>(({ listing, open }) => {
  const go = useGoTo()
  return (
    <EditDialog
      id="create-group"
      open={open}
      title="Create group"
      submit="Create group"
      fields={GroupFields}
      listing={listing}
      save$={$((values: FormValues) =>
        call("POST /api/admin/groups", {
          body: { name: values["name"] ?? "", description: values["description"] ?? "" }
        })
      )}
      after$={$(({ id }: Group) => go(`/admin/groups/${id}`))}
      toast$={$(({ name }: Group) => ({
        text: `${name} is made`,
        detail: "Say who is in it, and what it gives them."
      }))}
    />
  )
})
