import { component$ } from "@builder.io/qwik"
import { isEdited, useEditing } from "./editing"
import { onPage } from "./feature"
import { sentenceOf } from "~/features/buckets/feature-states/feature-state"

export const SentenceText = component$(() => {
  const editing = useEditing()
  const { reading } = editing
  const isDraft = isEdited(editing)
  const saved = reading.problem === null ? sentenceOf(reading, onPage(editing.feature)) : ""
  const draft =
    editing.draft === null ? "Not set." : editing.faults.length > 0 ? "Not valid yet." : (editing.check?.summary ?? "")
  const sentence = isDraft ? draft : saved
  return (
    <div class="rounded-card bg-sunken p-3" data-testid="sentence">
      <p class="text-xs text-ink-3">{isDraft ? "After saving" : "Now"}</p>
      <p class="mt-0.5 break-words [overflow-wrap:anywhere]">
        {sentence === "" ? "Shown once the draft is checked." : sentence}
      </p>
    </div>
  )
})
