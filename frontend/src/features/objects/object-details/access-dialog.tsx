import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { EditDialog, type Editing, type FieldsProps } from "~/components/action"
import { AreaField } from "~/components/ui/area-field"
import { SelectField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { type CannedAcl, cannedAcls, matchCannedAcl } from "../../../../../services/domain/objects/cannedAcl.ts"
import { grantLines, grantsOf } from "./grant-lines"
import type { Placed } from "./object"

export const ACCESS_WORDS: Readonly<Record<CannedAcl, string>> = {
  private: "Private: its owner alone",
  "public-read": "Public: everybody may read it",
  "public-read-write": "Public: everybody may read and write it",
  "authenticated-read": "Everybody with a key of this gateway may read it"
}

const CUSTOM_ACL = "own"

const AccessFields = component$<FieldsProps<Placed>>(({ row }) => {
  const acl = row?.details.acl ?? null
  const currentAcl = acl === null ? null : matchCannedAcl(acl)
  return (
    <div class="grid gap-4 px-5 py-4">
      <SelectField
        name="acl"
        label="Who may use it"
        value={currentAcl ?? CUSTOM_ACL}
        options={[
          ...cannedAcls.map((value) => ({ value, label: ACCESS_WORDS[value] })),
          { value: CUSTOM_ACL, label: "Single grants, as below" }
        ]}
        hint="The access control list of this object. The bucket's policy may let others in as well."
      />
      <AreaField
        name="grants"
        label="Single grants"
        rows={4}
        value={grantLines(acl?.grants ?? [])}
        placeholder="READ id:RGW0123"
        hint={
          "A line each: FULL_CONTROL, READ, READ_ACP or WRITE_ACP, then id:, group: or email: and a name, " +
          "everybody, or signed-in. They count where single grants are chosen above; keep a line for the owner."
        }
      />
    </div>
  )
})

export const AccessDialog = component$<{
  readonly open: Signal<Editing<Placed> | null>
  readonly after$: QRL<() => void>
}>(({ after$, open }) => (
  <EditDialog
    id="object-access"
    open={open}
    title="Access"
    submit="Save changes"
    wide
    changes={{ title: "Access", submit: "Save changes" }}
    fields={AccessFields}
    save$={$(async (values: FormValues, row: Placed | undefined) => {
      if (row === undefined) return
      const canned = cannedAcls.find((name) => name === values["acl"])
      const acl = canned === undefined ? { grants: grantsOf(values["grants"] ?? "") } : { canned }
      await callIn(row.place, "PUT /api/browser/buckets/:bucket_name/objects/acl", {
        body: { key: row.details.key, acl }
      })
    })}
    toast$={$(() => ({ text: "Access is saved" }))}
    after$={$(() => after$())}
  />
))
