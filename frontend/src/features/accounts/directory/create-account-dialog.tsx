import { $, component$, type Signal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { type Editing, EditDialog } from "~/components/action"
import type { ListingState } from "~/components/listing"
import type { FormValues } from "~/components/ui/form"
import { newAccountOf } from "~/features/accounts/storage-access/new-account"
import { NewAccountFields } from "~/features/accounts/storage-access/new-account-fields"
import { useScope } from "~/lib/scope"

const Fields = component$(() => (
  <div class="grid gap-4 px-5 py-4">
    <NewAccountFields />
  </div>
))

interface DialogProps {
  readonly open: Signal<Editing<object> | null>
  readonly listing: ListingState
}

export const CreateEndpointAccountDialog = component$<DialogProps>(({ listing, open }) => {
  const scope = useScope()
  return (
    <EditDialog
      id="create-endpoint-account"
      open={open}
      title="Create RGW account"
      submit="Create RGW account"
      fields={Fields}
      listing={listing}
      shows
      save$={$(async (values: FormValues) => {
        const account = await callIn(scope, "POST /api/cluster-admin/endpoints/:endpoint_id/accounts", {
          body: newAccountOf(values)
        })
        return { account_id: account.rgw_account_id, name: account.name }
      })}
      toast$={$(({ name }: { readonly name: string }) => ({ text: `${name} is created on the gateway` }))}
    />
  )
})
