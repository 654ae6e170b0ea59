import { $, component$, sync$, useContext, useSignal } from "@builder.io/qwik"
import { FormContext } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { Tag } from "./cells"

const MOST = 50
const LONGEST = 64

/** Words that endpoints are found by. They travel as one hidden field. */
export const EndpointTags = component$<{ readonly tags: ReadonlyArray<string> }>(({ tags }) => {
  const form = useContext(FormContext)
  const list = useSignal<ReadonlyArray<string>>(tags)
  const box = useSignal<HTMLInputElement>()
  const error = form.fields["tags"]
  const add = $(() => {
    const tag = (box.value?.value ?? "").trim()
    if (tag === "" || list.value.length >= MOST || list.value.some((one) => one.toLowerCase() === tag.toLowerCase())) return
    list.value = [...list.value, tag]
    if (box.value) box.value.value = ""
  })
  return (
    <fieldset class="min-w-0" data-testid="tags" aria-describedby={error ? `${form.id}-tags-note` : undefined}>
      <legend class="mb-1 font-medium">Tags <span class="font-normal text-ink-3">(optional)</span></legend>
      <input type="hidden" name="tags" aria-label="Tags" value={JSON.stringify(list.value)} />
      <ul class="mb-2 flex flex-wrap gap-1.5 empty:hidden">
        {list.value.map((tag) => (
          <li key={tag} class="flex max-w-full items-center">
            <Tag text={tag} />
            <button type="button" class="btn btn-ghost btn-icon btn-sm" aria-label={`Remove tag ${tag}`} onClick$={() => { list.value = list.value.filter((one) => one !== tag) }}><Icon name="x" /></button>
          </li>
        ))}
      </ul>
      <div class="flex gap-2">
        <input
          ref={box} type="text" class="input" maxLength={LONGEST} aria-label="New tag" placeholder="New tag" autoComplete="off" data-unsent
          onKeyDown$={[sync$((event: KeyboardEvent) => { if (event.key === "Enter") event.preventDefault() }), $(async (event: KeyboardEvent) => { if (event.key === "Enter") await add() })]}
        />
        <button type="button" class="btn btn-secondary" onClick$={add}>Add tag</button>
      </div>
      {error && <p id={`${form.id}-tags-note`} class="mt-1 text-xs text-danger">{error}</p>}
    </fieldset>
  )
})
