import { component$ } from "@builder.io/qwik"
import { RadioAt, SelectAt, TextAt } from "../controls"
import { draftValue, setDraftValue, useEditing } from "../editing"
import type { FeatureEditor } from "../feature-editor"

interface Retention {
  readonly mode: string
  readonly length: number
  readonly unit: "days" | "years"
}

const MODES = [
  { value: "GOVERNANCE", label: "Governance", hint: "Who is granted it may delete a version all the same." },
  {
    value: "COMPLIANCE",
    label: "Compliance",
    hint: "Nobody deletes a version before its day, the gateway's operators included."
  }
]
const UNITS = [
  { value: "days", label: "days" },
  { value: "years", label: "years" }
]

const ObjectLockForm = component$(() => {
  const editing = useEditing()
  const retention = draftValue<Retention | null>(editing, ["default_retention"])
  return (
    <>
      <label class="flex min-h-6 items-start gap-2">
        <input
          type="checkbox"
          class="check mt-0.5"
          checked={retention !== null}
          disabled={editing.busy}
          onChange$={(_, element) =>
            setDraftValue(
              editing,
              ["default_retention"],
              element.checked ? { mode: "GOVERNANCE", length: 30, unit: "days" } : null
            )
          }
        />
        <span>
          <span class="font-medium">Keep every upload for a while</span>
          <span class="block text-xs text-ink-3">Otherwise only what says so itself is kept.</span>
        </span>
      </label>
      {retention !== null && (
        <>
          <RadioAt path={["default_retention", "mode"]} label="How firmly" choices={MODES} />
          <div class="grid max-w-sm grid-cols-2 gap-3">
            <TextAt path={["default_retention", "length"]} label="For" number />
            <SelectAt path={["default_retention", "unit"]} label="Counted in" choices={UNITS} />
          </div>
        </>
      )}
    </>
  )
})

export const objectLock: FeatureEditor = {
  feature: "object_lock",
  Form: ObjectLockForm,
  blank: { default_retention: null }
}
