import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { EditDialog, type Editing, type FieldsProps } from "~/components/action"
import { SelectField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { inBucket } from "~/lib/bucket-place"
import { type CannedAcl, cannedAcls, cannedOf } from "../../../../services/domain/objects/cannedAcl.ts"
import type { Placed } from "./object"

export const ACCESS_WORDS: Readonly<Record<CannedAcl, string>> = {
  "private": "Private: its owner alone",
  "public-read": "Public: everybody may read it",
  "public-read-write": "Public: everybody may read and write it",
  "authenticated-read": "Everybody with a key of this gateway may read it"
}

const OWN = "own"

const AccessFields = component$<FieldsProps<Placed>>(({ row }) => {
  const acl = row?.details.acl ?? null
  const now = acl === null ? null : cannedOf(acl)
  return (
    <div class="grid gap-4 px-5 py-4">
      <SelectField
        name="acl"
        label="Who may use it"
        value={now ?? OWN}
        options={[...(now === null ? [{ value: OWN, label: "As its grants say" }] : []), ...cannedAcls.map((value) => ({ value, label: ACCESS_WORDS[value] }))]}
        hint="The access control list of this object. The bucket's policy may let others in as well."
      />
    </div>
  )
})

export const AccessDialog = component$<{ readonly open: Signal<Editing<Placed> | null>; readonly after$: QRL<() => void> }>(({ after$, open }) => (
  <EditDialog
    id="object-access"
    open={open}
    title="Access"
    submit="Save changes"
    changes={{ title: "Access", submit: "Save changes" }}
    fields={AccessFields}
    save$={$(async (values: FormValues, row: Placed | undefined) => {
      const canned = cannedAcls.find((name) => name === values["acl"])
      if (row === undefined || canned === undefined) return
      await call("PUT /api/browser/buckets/:bucket_name/objects/acl", { ...inBucket(row.place), body: { key: row.details.key, acl: { canned } } })
    })}
    said$={$(() => ({ text: "Access is saved" }))}
    after$={$(() => after$())}
  />
))
