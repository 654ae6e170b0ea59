import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { EditDialog, type Editing, type FieldsProps } from "~/components/action"
import { CheckField, Field, SelectField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import type { Placed } from "./object"

const localOf = (moment: string | null): string => {
  if (moment === null) return ""
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const LockFields = component$<FieldsProps<Placed>>(({ row }) => {
  const lock = row?.details.lock
  return (
    <div class="grid gap-4 px-5 py-4">
      <CheckField
        name="legal_hold"
        label="Legal hold"
        checked={lock?.legal_hold ?? false}
        hint="Keeps this version until it is lifted."
      />
      <SelectField
        name="mode"
        label="Retention"
        value={lock?.mode ?? ""}
        options={[
          ...(lock?.mode == null ? [{ value: "", label: "None" }] : []),
          { value: "governance", label: "Governance: who may bypass it can end it" },
          { value: "compliance", label: "Compliance: nobody can end it" }
        ]}
      />
      <Field
        name="retain_until"
        label="Retain until"
        type="datetime-local"
        value={localOf(lock?.retain_until ?? null)}
      />
      <CheckField
        name="bypass_governance"
        label="Bypass governance"
        hint="Needed to shorten or loosen a retention of the mode governance."
      />
    </div>
  )
})

export const LockDialog = component$<{
  readonly open: Signal<Editing<Placed> | null>
  readonly after$: QRL<() => void>
}>(({ after$, open }) => (
  <EditDialog
    id="object-lock"
    open={open}
    title="Lock"
    submit="Save changes"
    changes={{ title: "Lock", submit: "Save changes" }}
    fields={LockFields}
    save$={$(async (values: FormValues, row: Placed | undefined) => {
      if (row === undefined) return
      const { key, lock, version_id } = row.details
      const ref = { key, ...(version_id === null ? {} : { version_id }) }
      const { mode = "", retain_until = "" } = values
      if (
        (mode === "governance" || mode === "compliance") &&
        (mode !== lock.mode || retain_until !== localOf(lock.retain_until))
      ) {
        const until = new Date(retain_until)
        const body = {
          ...ref,
          mode,
          retain_until: Number.isNaN(until.getTime()) ? "" : until.toISOString(),
          bypass_governance: values["bypass_governance"] === "true"
        } as const
        await callIn(row.place, "PUT /api/browser/buckets/:bucket_name/objects/retention", { body })
      }
      const legal_hold = values["legal_hold"] === "true"
      if (legal_hold !== lock.legal_hold)
        await callIn(row.place, "PUT /api/browser/buckets/:bucket_name/objects/legal-hold", {
          body: { ...ref, legal_hold }
        })
    })}
    toast$={$(() => ({ text: "The lock is saved" }))}
    after$={$(() => after$())}
  />
))
