import { $, component$, type QRL, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { type LinkKind, type Offer, MAX_SUGGESTIONS, offerOf } from "./link-choices"
import type { Option } from "./linked"

interface LinkPickerProps {
  readonly kind: LinkKind
  readonly one: string
  readonly many: string
  readonly label: string
  readonly taken: ReadonlyArray<number>
  readonly text: Signal<string>
  readonly active?: boolean
  readonly onPick$: QRL<(option: Option) => unknown>
}

const TYPING = 200

/** Search for things to link; its controls are not submitted (`data-unsent`). */
export const LinkPicker = component$<LinkPickerProps>((props) => {
  const { active = false, kind, label, many, one, onPick$, text } = props
  const open = useSignal(false)
  const offer = useSignal<Offer | null>(null)
  const problem = useSignal("")
  const latestRequest = useSignal(0)
  const ask$ = $(async (wait: number) => {
    open.value = true
    const requestId = ++latestRequest.value
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    if (requestId !== latestRequest.value) return
    try {
      const searchResult = await offerOf(kind, text.value, new Set(props.taken), active)
      if (requestId !== latestRequest.value) return
      offer.value = searchResult
      problem.value = ""
    } catch (cause) {
      if (requestId === latestRequest.value) problem.value = asProblem(cause).message
    }
  })
  useVisibleTask$(
    ({ track }) => {
      // search again after an entry is added or removed
      track(() => props.taken.length)
      if (open.value) void ask$(0)
    },
    { strategy: "document-ready" }
  )
  const free = offer.value?.options.filter(({ id }) => !props.taken.includes(id)) ?? []
  return (
    <>
      <input
        type="search"
        data-unsent
        class="input"
        aria-label={`Search ${many} to add`}
        placeholder={`Add ${one}: search by name`}
        maxLength={200}
        autoComplete="off"
        value={text.value}
        onFocus$={() => {
          if (!open.value) return ask$(0)
        }}
        onInput$={(_, input) => {
          text.value = input.value
          return ask$(TYPING)
        }}
      />
      {problem.value !== "" && (
        <p role="alert" class="mt-1 text-xs text-danger">
          What there is to add could not be loaded. {problem.value}
        </p>
      )}
      {open.value && problem.value === "" && (
        <div
          class="mt-1 max-h-56 divide-y divide-line overflow-y-auto rounded-ctl border border-line"
          role="group"
          aria-label={`${label} to add`}
        >
          {offer.value === null &&
            [0, 1].map((line) => <span key={`wait-${line}`} class="skeleton m-2 block h-6" aria-hidden="true" />)}
          {free.map((option) => (
            <button
              key={option.id}
              type="button"
              class="flex w-full items-center gap-2 px-3 py-2 text-start hover:bg-hover"
              aria-label={`Add ${option.name}`}
              onClick$={async () => {
                text.value = ""
                await onPick$(option)
              }}
            >
              <Icon name="plus" class="text-ink-3" />
              <span class="min-w-0">
                <span class="block break-words">{option.name}</span>
                {option.hint && <span class="block text-xs break-all text-ink-3">{option.hint}</span>}
              </span>
            </button>
          ))}
          {offer.value !== null && free.length === 0 && !offer.value.more && (
            <p class="p-3 text-ink-3">
              {text.value.trim() === "" ? `There is no further ${one} to add.` : `No further ${one} fits the search.`}
            </p>
          )}
          {offer.value !== null && free.length === 0 && offer.value.more && (
            <p class="p-3 text-ink-3">The first of them are there already: type more of the name.</p>
          )}
        </div>
      )}
      {open.value && offer.value?.more && free.length > 0 && (
        <p class="mt-1 text-xs text-ink-3" role="status">
          The first {MAX_SUGGESTIONS} are shown: type more of the name.
        </p>
      )}
    </>
  )
})
