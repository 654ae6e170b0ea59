import { $, component$, type Signal, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { type Editing, EditDialog } from "~/components/action"
import type { ListingState } from "~/components/listing"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { MoreFields } from "~/components/ui/more-fields"
import { useMe } from "~/lib/use-me"
import type { Account } from "./cells"
import { ImportPicker } from "./import-picker"
import { newAccountOf } from "./new-account"
import { NewAccountFields } from "./new-account-fields"
import { EndpointField, LinkMeField, endpointAndLinksOf } from "./placement"

interface DialogProps {
  readonly open: Signal<Editing<object> | null>
  readonly listing: ListingState
}

const ImportFields = component$(() => {
  const endpoint = useSignal("")
  return (
    <div class="grid gap-4 px-5 py-4">
      <EndpointField needs="account" chosen={endpoint} />
      <ImportPicker kind="account" name="rgw_account_id" label="RGW account" noun="RGW account" endpoint={endpoint} />
      <MoreFields label="Root user of the account" names={["rgw_user_uid"]}>
        <Field
          name="rgw_user_uid"
          label="Uid of the root user"
          hint="Left empty, the root user of the account is found, or made where there is none."
          mono
        />
      </MoreFields>
      <LinkMeField />
    </div>
  )
})

const CreateFields = component$(() => (
  <div class="grid gap-4 px-5 py-4">
    <EndpointField needs="account" />
    <NewAccountFields />
    <LinkMeField />
  </div>
))

export const ImportAccountDialog = component$<DialogProps>(({ listing, open }) => {
  const me = useMe()
  return (
    <EditDialog
      id="import-account"
      open={open}
      title="Import RGW account"
      submit="Import RGW account"
      fields={ImportFields}
      listing={listing}
      save$={$((values: FormValues) => {
        const uid = values["rgw_user_uid"]?.trim()
        const body = {
          ...endpointAndLinksOf(values, me.value?.id),
          rgw_account_id: (values["rgw_account_id"] ?? "").trim(),
          ...(uid ? { rgw_user_uid: uid } : {})
        }
        return call("POST /api/admin/accounts/import", { body })
      })}
      toast$={$(({ name }: Account) => ({ text: `${name} is registered` }))}
    />
  )
})

export const CreateAccountDialog = component$<DialogProps>(({ listing, open }) => {
  const me = useMe()
  return (
    <EditDialog
      id="create-account"
      open={open}
      title="Create RGW account"
      submit="Create RGW account"
      fields={CreateFields}
      listing={listing}
      save$={$((values: FormValues) =>
        call("POST /api/admin/accounts", {
          body: { ...endpointAndLinksOf(values, me.value?.id), ...newAccountOf(values) }
        })
      )}
      toast$={$(({ name }: Account) => ({ text: `${name} is registered` }))}
    />
  )
})
