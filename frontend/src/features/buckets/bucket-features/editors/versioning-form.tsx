import { component$ } from "@builder.io/qwik"
import { RadioAt } from "../controls"
import type { FeatureEditor } from "../feature-editor"

const CHOICES = [
  {
    value: "enabled",
    label: "On",
    hint: "What is overwritten or deleted stays as an older version, and counts as stored."
  },
  { value: "suspended", label: "Suspended", hint: "Nothing new is kept. Versions that are there stay." }
]

const VersioningForm = component$(() => <RadioAt path={["status"]} label="Versioning" choices={CHOICES} />)

export const versioning: FeatureEditor = {
  feature: "versioning",
  Form: VersioningForm,
  blank: { status: "enabled" }
}
