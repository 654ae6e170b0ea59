import { $, component$, useContext, useSignal } from "@builder.io/qwik"
import { AddBox } from "~/components/ui/add-box"
import { FormContext } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { Tag } from "./cells"

const MAX_TAGS = 50
const MAX_TAG_LENGTH = 64

export const EndpointTags = component$<{ readonly tags: ReadonlyArray<string> }>(({ tags }) => {
  const form = useContext(FormContext)
  const list = useSignal<ReadonlyArray<string>>(tags)
  const error = form.fields["tags"]
  const add = $((tag: string) => {
    const fits = list.value.length < MAX_TAGS && !list.value.some((one) => one.toLowerCase() === tag.toLowerCase())
    if (fits) list.value = [...list.value, tag]
    return fits
  })
  return (
    <fieldset class="min-w-0" data-testid="tags" aria-describedby={error ? `${form.id}-tags-note` : undefined}>
      <legend class="mb-1 font-medium">
        Tags <span class="font-normal text-ink-3">(optional)</span>
      </legend>
      <input type="hidden" name="tags" aria-label="Tags" value={JSON.stringify(list.value)} />
      <ul class="mb-2 flex flex-wrap gap-1.5 empty:hidden">
        {list.value.map((tag) => (
          <li key={tag} class="flex max-w-full items-center">
            <Tag text={tag} />
            <button
              type="button"
              class="btn btn-ghost btn-icon btn-sm"
              aria-label={`Remove tag ${tag}`}
              onClick$={() => {
                list.value = list.value.filter((one) => one !== tag)
              }}
            >
              <Icon name="x" />
            </button>
          </li>
        ))}
      </ul>
      <AddBox label="New tag" button="Add tag" longest={MAX_TAG_LENGTH} add$={add} />
      {error && (
        <p id={`${form.id}-tags-note`} class="mt-1 text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
})
