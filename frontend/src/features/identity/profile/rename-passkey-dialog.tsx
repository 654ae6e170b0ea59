import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { EditDialog, type Editing, type FieldsProps } from "~/components/action"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import type { Passkey } from "./security"

const NameField = component$<FieldsProps<Passkey>>(({ row }) => (
  <div class="px-5 py-4">
    <Field name="name" label="Name" value={row?.name} maxLength={100} required autoFocus />
  </div>
))

export const RenamePasskeyDialog = component$<{
  readonly open: Signal<Editing<Passkey> | null>
  readonly onRenamed$: QRL<() => void>
}>(({ onRenamed$, open }) => (
  <EditDialog
    id="rename-passkey"
    open={open}
    title="Rename passkey"
    submit="Rename"
    changes={{ title: "Rename passkey", submit: "Rename" }}
    fields={NameField}
    save$={$(async (values: FormValues, passkey: Passkey | undefined) => {
      if (passkey)
        await call("PUT /api/me/passkeys/:passkey_id", {
          params: { passkey_id: passkey.id },
          body: { name: values["name"] ?? "" }
        })
    })}
    after$={onRenamed$}
  />
))
