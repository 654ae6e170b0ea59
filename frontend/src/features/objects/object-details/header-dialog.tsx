import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { EditDialog, type Editing, type FieldsProps } from "~/components/action"
import { AreaField } from "~/components/ui/area-field"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { type Details, attributeEdit, EDITABLE_HEADERS, pairLines, type Placed } from "./object"

const HeaderFields = component$<FieldsProps<Placed>>(({ row }) => (
  <div class="grid gap-4 px-5 py-4 sm:grid-cols-2">
    {EDITABLE_HEADERS.map(([name, label]) => (
      <Field key={name} name={name} label={label} value={row?.details.headers[name] ?? ""} mono />
    ))}
    <Field name="storage_class" label="Storage class" value={row?.details.storage_class ?? ""} mono />
    <div class="sm:col-span-2">
      <AreaField
        name="metadata"
        label="Metadata"
        rows={5}
        value={pairLines(Object.entries(row?.details.metadata ?? {}), ": ")}
        placeholder="author: ada"
        hint={
          "A line each, name: value. The object is copied onto itself: tags, access, lock and encryption stay, " +
          "and a bucket with versions gets a new one."
        }
      />
    </div>
  </div>
))

export const HeaderDialog = component$<{
  readonly open: Signal<Editing<Placed> | null>
  readonly after$: QRL<(now: Details) => void>
}>(({ after$, open }) => (
  <EditDialog
    id="object-headers"
    open={open}
    title="Headers and metadata"
    submit="Save changes"
    changes={{ title: "Headers and metadata", submit: "Save changes" }}
    wide
    fields={HeaderFields}
    save$={$((values: FormValues, row: Placed | undefined) => {
      if (row === undefined) throw new Error("nothing is edited")
      return callIn(row.place, "PATCH /api/browser/buckets/:bucket_name/objects/details", {
        body: attributeEdit(row.details, values)
      })
    })}
    toast$={$(() => ({ text: "Headers and metadata are saved" }))}
    after$={$((updated: Details) => after$(updated))}
  />
))
