import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { type Account, createAccount, importAccount } from "~/client/storage-access"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { AddDialog, type Placement } from "./add-dialog"

interface DialogProps {
  readonly open: Signal<boolean>
  readonly onAdded$: QRL<(account: Account) => void>
}

export const ImportAccountDialog = component$<DialogProps>(({ onAdded$, open }) => (
  <AddDialog
    id="import-account"
    open={open}
    title="Import RGW account"
    action="Import account"
    needs="account"
    onAdd$={$(async (values: FormValues, placement: Placement) => {
      const uid = values["rgw_user_uid"]?.trim()
      await onAdded$(await importAccount({ ...placement, rgw_account_id: (values["rgw_account_id"] ?? "").trim(), ...(uid ? { rgw_user_uid: uid } : {}) }))
    })}
  >
    <Field name="rgw_account_id" label="Account id" placeholder="RGW00000000000000001" pattern="\s*RGW[0-9]{17}\s*" patternHint="RGW and 17 digits, e.g. RGW00000000000000001" hint="As the gateway names it: RGW and 17 digits." required mono autoFocus />
    <Field name="rgw_user_uid" label="Root user" hint="Left empty, the account's root user is found, or made where there is none." mono />
  </AddDialog>
))

export const CreateAccountDialog = component$<DialogProps>(({ onAdded$, open }) => (
  <AddDialog
    id="create-account"
    open={open}
    title="Create RGW account"
    action="Create account"
    needs="account"
    onAdd$={$(async (values: FormValues, placement: Placement) => {
      const limit = values["max_buckets"]
      await onAdded$(await createAccount({ ...placement, name: values["name"] ?? "", email: values["email"] || null, ...(limit ? { max_buckets: Number(limit) } : {}) }))
    })}
  >
    <Field name="name" label="Name" maxLength={200} required autoFocus />
    <Field name="email" label="E-mail" type="email" maxLength={320} />
    <Field name="max_buckets" label="Most buckets" type="number" pattern="[0-9]*" hint="Left empty, the gateway's default (1,000); 0 is unlimited." />
  </AddDialog>
))
