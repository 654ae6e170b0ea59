import { component$ } from "@builder.io/qwik"
import { CheckAt, SizeAt, TextAt } from "../controls"
import type { FeatureEditor } from "../feature-editor"

const QuotaForm = component$(() => (
  <div class="grid gap-4">
    <div class="grid gap-3 sm:grid-cols-2">
      <SizeAt path={["max_size_bytes"]} label="At most stored" hint="Empty: no limit." />
      <TextAt path={["max_objects"]} label="At most objects" number empty={null} hint="Empty: no limit." />
    </div>
    <CheckAt
      path={["enabled"]}
      label="Refuse uploads beyond it"
      hint="Otherwise the limits are noted and nothing is refused."
    />
  </div>
))

export const quota: FeatureEditor = {
  feature: "quota",
  Form: QuotaForm,
  blank: { max_size_bytes: null, max_objects: null, enabled: true },
  removal: "The bucket may hold as much as its owner may."
}
