import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { EditDialog, type Editing, type FieldsProps } from "~/components/action"
import { AreaField } from "~/components/ui/area-field"
import type { FormValues } from "~/components/ui/form"
import { pairLines, type Placed, tagsEdit } from "./object"

const TagFields = component$<FieldsProps<Placed>>(({ row }) => (
  <div class="grid gap-4 px-5 py-4">
    <AreaField
      name="set"
      label="Tags"
      rows={6}
      value={pairLines(
        (row?.details.tags ?? []).map(({ key, value }) => [key, value]),
        "="
      )}
      placeholder="team=analytics"
      hint="A line each, key=value; at most ten."
    />
  </div>
))

export const TagsDialog = component$<{
  readonly open: Signal<Editing<Placed> | null>
  readonly after$: QRL<() => void>
}>(({ after$, open }) => (
  <EditDialog
    id="object-tags"
    open={open}
    title="Tags"
    submit="Save changes"
    changes={{ title: "Tags", submit: "Save changes" }}
    fields={TagFields}
    save$={$((values: FormValues, row: Placed | undefined) => {
      if (row === undefined) throw new Error("nothing is edited")
      return callIn(row.place, "PATCH /api/browser/buckets/:bucket_name/objects/tags", {
        body: tagsEdit(row.details, values["set"] ?? "")
      })
    })}
    toast$={$(() => ({ text: "Tags are saved" }))}
    after$={$(() => after$())}
  />
))
