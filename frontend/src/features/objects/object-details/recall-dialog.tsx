import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { EditDialog, type Editing, type FieldsProps } from "~/components/action"
import { Field, SelectField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import type { Placed } from "./object"

const TIERS = ["Standard", "Bulk", "Expedited"] as const

const RecallFields = component$<FieldsProps<Placed>>(() => (
  <div class="grid gap-4 px-5 py-4">
    <p class="text-ink-2">
      The gateway fetches the object from its archive, which may take hours. It can be read until the days are over; the
      archive keeps it all the while.
    </p>
    <Field name="days" label="Days it stays readable" type="number" min={1} max={3650} value="7" required />
    <SelectField
      name="tier"
      label="How fast"
      value=""
      options={[
        { value: "", label: "As the gateway does by itself" },
        { value: "Standard", label: "Standard" },
        { value: "Bulk", label: "Bulk: slower and cheaper" },
        { value: "Expedited", label: "Expedited: faster and dearer" }
      ]}
    />
  </div>
))

export const RecallDialog = component$<{
  readonly open: Signal<Editing<Placed> | null>
  readonly about: Placed
  readonly after$: QRL<() => void>
}>(({ about, after$, open }) => (
  <EditDialog
    id="object-recall"
    open={open}
    title="Bring back from the archive"
    submit="Bring it back"
    fields={RecallFields}
    save$={$(async (values: FormValues) => {
      const {
        details: { key, version_id },
        place
      } = about
      const tier = TIERS.find((one) => one === values["tier"])
      const body = {
        key,
        ...(version_id === null ? {} : { version_id }),
        days: Number(values["days"]),
        ...(tier === undefined ? {} : { tier })
      }
      await callIn(place, "POST /api/browser/buckets/:bucket_name/objects/recall", { body })
    })}
    toast$={$(() => ({ text: "The gateway is bringing it back" }))}
    after$={$(() => after$())}
  />
))
