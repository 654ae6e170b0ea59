import { $, component$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ChoiceField } from "~/components/ui/choice-field"
import { Field } from "~/components/ui/field"
import { useScope } from "~/lib/scope"

export const KeyFields = component$(() => (
  <div class="grid gap-4 px-5 py-4">
    <Field
      name="label"
      label="Name"
      hint="Where you use it, such as Laptop or Nightly backup."
      maxLength={100}
      required
      autoFocus
    />
    <p class="text-xs text-ink-3">
      The key opens all of your spaces in this account. Its secret is shown once, on the next page.
    </p>
  </div>
))

export const KeyOfSpaceFields = component$(() => {
  const scope = useScope()
  return (
    <>
      <div class="px-5 pt-4">
        <ChoiceField
          name="storage_space_id"
          label="Storage space"
          load$={$(async () => {
            const { items } = await callIn(scope, "GET /api/portal/spaces")
            return items
              .filter(({ right }) => right !== null)
              .map(({ id, name }) => ({ value: String(id), label: name }))
          })}
        >
          You need a storage space first.
        </ChoiceField>
      </div>
      <KeyFields />
    </>
  )
})
