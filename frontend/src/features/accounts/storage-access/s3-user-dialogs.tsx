import { $, component$, type Signal, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { type Editing, EditDialog } from "~/components/action"
import type { ListingState } from "~/components/listing"
import type { FormValues } from "~/components/ui/form"
import { useMe } from "~/lib/use-me"
import type { S3User } from "./cells"
import { ImportPicker } from "./import-picker"
import { NewUserFields } from "./new-user-fields"
import { EndpointField, LinkMeField, endpointAndLinksOf } from "./placement"

interface DialogProps {
  readonly open: Signal<Editing<object> | null>
  readonly listing: ListingState
}

const ImportFields = component$(() => {
  const endpoint = useSignal("")
  return (
    <div class="grid gap-4 px-5 py-4">
      <EndpointField needs="admin" chosen={endpoint} />
      <ImportPicker kind="s3_user" name="rgw_user_uid" label="RGW user" noun="RGW user" endpoint={endpoint} />
      <LinkMeField />
    </div>
  )
})

const CreateFields = component$(() => (
  <div class="grid gap-4 px-5 py-4">
    <EndpointField needs="admin" />
    <NewUserFields uidField="rgw_user_uid" nameField="name" />
    <LinkMeField />
  </div>
))

export const ImportS3UserDialog = component$<DialogProps>(({ listing, open }) => {
  const me = useMe()
  return (
    <EditDialog
      id="import-user"
      open={open}
      title="Import RGW user"
      submit="Import RGW user"
      fields={ImportFields}
      listing={listing}
      save$={$((values: FormValues) =>
        call("POST /api/admin/s3-users/import", {
          body: { ...endpointAndLinksOf(values, me.value?.id), rgw_user_uid: (values["rgw_user_uid"] ?? "").trim() }
        })
      )}
      toast$={$(({ name }: S3User) => ({ text: `${name} is registered` }))}
    />
  )
})

export const CreateS3UserDialog = component$<DialogProps>(({ listing, open }) => {
  const me = useMe()
  return (
    <EditDialog
      id="create-user"
      open={open}
      title="Create RGW user"
      submit="Create RGW user"
      fields={CreateFields}
      listing={listing}
      save$={$((values: FormValues) => {
        const body = {
          ...endpointAndLinksOf(values, me.value?.id),
          rgw_user_uid: (values["rgw_user_uid"] ?? "").trim(),
          name: values["name"] ?? "",
          email: values["email"] || null
        }
        return call("POST /api/admin/s3-users", { body })
      })}
      toast$={$(({ name }: S3User) => ({ text: `${name} is registered` }))}
    />
  )
})
