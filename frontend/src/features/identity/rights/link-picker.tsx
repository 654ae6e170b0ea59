import { $, component$, type QRL, type Signal, useId, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { Combobox } from "~/components/ui/combobox"
import type { ComboOption } from "~/lib/match-options"
import { type LinkKind, type LinkOptions, MAX_SUGGESTIONS, loadLinkOptions } from "./link-choices"
import type { Option } from "./linked"

interface LinkPickerProps {
  readonly kind: LinkKind
  readonly one: string
  readonly many: string
  readonly linkedIds: ReadonlyArray<number>
  readonly text: Signal<string>
  readonly active?: boolean
  readonly onPick$: QRL<(option: Option) => unknown>
}

const TYPING = 200

/** Its controls are not submitted (`data-unsent`). */
export const LinkPicker = component$<LinkPickerProps>((props) => {
  const { active = false, kind, many, one, onPick$, text } = props
  const open = useSignal(false)
  const offer = useSignal<LinkOptions | null>(null)
  const problem = useSignal("")
  const latestRequest = useSignal(0)
  const id = useId()
  const ask$ = $(async (wait: number) => {
    open.value = true
    const requestId = ++latestRequest.value
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    if (requestId !== latestRequest.value) return
    try {
      const searchResult = await loadLinkOptions(kind, text.value, new Set(props.linkedIds), active)
      if (requestId !== latestRequest.value) return
      offer.value = searchResult
      problem.value = ""
    } catch (cause) {
      if (requestId === latestRequest.value) problem.value = asProblem(cause).message
    }
  })
  useVisibleTask$(
    ({ track }) => {
      track(() => props.linkedIds.length)
      if (open.value) void ask$(0)
    },
    { strategy: "document-ready" }
  )
  const free = offer.value?.options.filter(({ id }) => !props.linkedIds.includes(id)) ?? []
  const more = offer.value?.more === true
  const note =
    offer.value === null
      ? "Searching…"
      : free.length > 0
        ? more
          ? `The first ${MAX_SUGGESTIONS} are shown: type more of the name.`
          : ""
        : more
          ? "The first of them are there already: type more of the name."
          : text.value.trim() === ""
            ? `There is no further ${one} to add.`
            : `No further ${one} fits the search.`
  return (
    <>
      <Combobox
        id={id}
        label={`Search ${many} to add`}
        placeholder={`Add ${one}: search by name`}
        maxLength={200}
        searched
        options={free.map(({ hint, id, name }) => ({
          value: String(id),
          label: name,
          verb: "Add",
          ...(hint ? { hint } : {})
        }))}
        note={problem.value === "" ? note : ""}
        value={text.value}
        onOpen$={$(() => ask$(0))}
        onText$={$((typed: string) => {
          text.value = typed
          void ask$(TYPING)
        })}
        onChoose$={$(async ({ value }: ComboOption) => {
          const option = offer.value?.options.find(({ id }) => String(id) === value)
          if (option) await onPick$(option)
        })}
      />
      {problem.value !== "" && (
        <p role="alert" class="mt-1 text-xs text-danger">
          What there is to add could not be loaded. {problem.value}
        </p>
      )}
    </>
  )
})
