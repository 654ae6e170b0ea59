import { $, component$, useSignal } from "@builder.io/qwik"
import { AddBox } from "~/components/ui/add-box"
import { Icon } from "~/components/ui/icon"
import { TagChip } from "./cells"
import type { Tag } from "./connection"

const COLORS: ReadonlyArray<Tag["color"]> = [
  "gray",
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "purple",
  "pink"
]
const MAX_TAGS = 20

interface TagsFieldProps {
  readonly tags: ReadonlyArray<Tag>
}

export const TagsField = component$<TagsFieldProps>(({ tags }) => {
  const list = useSignal<ReadonlyArray<Tag>>(tags)
  const add = $((label: string) => {
    const fits =
      list.value.length < MAX_TAGS && !list.value.some((tag) => tag.label.toLowerCase() === label.toLowerCase())
    if (fits) list.value = [...list.value, { label, color: "gray", scope: "standard" }]
    return fits
  })
  return (
    <fieldset class="min-w-0" data-testid="tags">
      <legend class="mb-1 font-medium">
        Tags <span class="font-normal text-ink-3">(optional)</span>
      </legend>
      <input type="hidden" name="tags" aria-label="Tags" value={JSON.stringify(list.value)} />
      <ul class="grid gap-2 empty:hidden">
        {list.value.map((tag, index) => (
          <li key={tag.label} class="flex flex-wrap items-center gap-2">
            <span class="min-w-24 flex-1">
              <TagChip tag={tag} />
            </span>
            <select
              class="input w-28"
              form="none"
              aria-label={`Colour of ${tag.label}`}
              onChange$={(_, select) => {
                list.value = list.value.map((one, at) =>
                  at === index ? { ...one, color: select.value as Tag["color"] } : one
                )
              }}
            >
              {COLORS.map((color) => (
                <option key={color} value={color} selected={color === tag.color}>
                  {color}
                </option>
              ))}
            </select>
            <label class="flex items-center gap-1.5 text-xs">
              <input
                type="checkbox"
                class="check"
                checked={tag.scope === "administrative"}
                onChange$={(_, box) => {
                  list.value = list.value.map((one, at) =>
                    at === index ? { ...one, scope: box.checked ? "administrative" : "standard" } : one
                  )
                }}
              />
              Administrative
            </label>
            <button
              type="button"
              class="btn btn-ghost btn-icon btn-sm"
              aria-label={`Remove tag ${tag.label}`}
              onClick$={() => {
                list.value = list.value.filter((_, at) => at !== index)
              }}
            >
              <Icon name="x" />
            </button>
          </li>
        ))}
      </ul>
      <div class="mt-2">
        <AddBox label="New tag" button="Add tag" longest={64} add$={add} />
      </div>
      <p class="mt-1 text-xs text-ink-3">
        A colour and a scope belong to the label: they are the same on all your connections. Administrative tags are not
        shown where a context is chosen.
      </p>
    </fieldset>
  )
})
