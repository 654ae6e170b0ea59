import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { createS3User, importS3User, type S3User } from "~/client/storage-access"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { AddDialog, type Placement } from "./add-dialog"

interface DialogProps {
  readonly open: Signal<boolean>
  readonly onAdded$: QRL<(user: S3User) => void>
}

export const ImportS3UserDialog = component$<DialogProps>(({ onAdded$, open }) => (
  <AddDialog
    id="import-user"
    open={open}
    title="Import RGW user"
    action="Import user"
    needs="admin"
    onAdd$={$(async (values: FormValues, placement: Placement) => {
      await onAdded$(await importS3User({ ...placement, rgw_user_uid: (values["rgw_user_uid"] ?? "").trim() }))
    })}
  >
    <Field name="rgw_user_uid" label="User id" hint="As the gateway names it; tenant$uid for a user of a tenant." maxLength={300} required mono autoFocus />
  </AddDialog>
))

export const CreateS3UserDialog = component$<DialogProps>(({ onAdded$, open }) => (
  <AddDialog
    id="create-user"
    open={open}
    title="Create RGW user"
    action="Create user"
    needs="admin"
    onAdd$={$(async (values: FormValues, placement: Placement) => {
      await onAdded$(await createS3User({ ...placement, rgw_user_uid: (values["rgw_user_uid"] ?? "").trim(), name: values["name"] ?? "", email: values["email"] || null }))
    })}
  >
    <Field
      name="rgw_user_uid"
      label="User id"
      pattern="[A-Za-z0-9][A-Za-z0-9._@\-]{0,63}"
      patternHint="Up to 64 letters, digits, dots, hyphens, underscores or @, starting with a letter or digit."
      hint="Letters, digits, dots, hyphens; it cannot be changed later."
      required
      mono
      autoFocus
    />
    <Field name="name" label="Display name" maxLength={200} required />
    <Field name="email" label="E-mail" type="email" maxLength={320} />
  </AddDialog>
))
