import { $, component$, type Signal, useContext, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { Field, FieldNote } from "~/components/ui/field"
import { FormContext } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { counted, int } from "~/lib/format"
import { type ImportCandidates, type ImportKind, readCandidates, noCandidates } from "./importable"

interface ImportPickerProps {
  readonly kind: ImportKind
  readonly name: string
  readonly label: string
  readonly noun: string
  readonly endpoint: Signal<string>
}

const scanSummary = (candidates: ImportCandidates, noun: string): string => {
  const { page } = candidates
  if (page === null) return ""
  const shown = counted(candidates.items.length, noun)
  const bound = page.incomplete ? " The gateway has more than are listed: type the id of one that is missing." : ""
  const searched = page.searched === "id" ? " Too many to search every name: searched by id." : ""
  return (
    (page.next_after === null
      ? `${shown} to import.`
      : `${shown} found, looked at ${int(page.looked_at)} of ${int(page.candidates)}.`) +
    searched +
    bound
  )
}

const Row = (props: {
  readonly name: string
  readonly item: ImportCandidates["items"][number]
  readonly wrong: boolean
}) => (
  <label class="flex cursor-pointer items-start gap-2 px-3 py-2 hover:bg-hover has-checked:bg-selected">
    <input
      type="radio"
      name={props.name}
      value={props.item.id}
      required
      class="check radio mt-0.5"
      aria-invalid={props.wrong ? "true" : undefined}
    />
    <span class="min-w-0">
      <span class="block font-medium break-words">
        {props.item.name ?? props.item.id}
        {props.item.suspended ? " (suspended)" : ""}
      </span>
      {props.item.name !== null && props.item.name !== props.item.id && (
        <span class="block font-mono text-xs break-all text-ink-3">{props.item.id}</span>
      )}
    </span>
  </label>
)

/** Not a slot: a form sees fields of hidden slots. */
export const ImportPicker = component$<ImportPickerProps>(({ endpoint, kind, label, name, noun }) => {
  const form = useContext(FormContext)
  const candidates = useStore<ImportCandidates>(noCandidates(), { deep: false })
  const search = useSignal("")
  const on = useSignal(0)
  const isManual = useSignal(false)
  const box = useSignal<HTMLInputElement>()
  useVisibleTask$(
    ({ cleanup, track }) => {
      const [endpointId, text] = [track(() => endpoint.value), track(() => search.value)]
      on.value = 0
      if (endpointId === "") return
      const controller = new AbortController()
      const wait = setTimeout(
        () => void readCandidates(candidates, kind, endpointId, text, false, controller.signal),
        text === "" ? 0 : 250
      )
      cleanup(() => {
        clearTimeout(wait)
        controller.abort()
      })
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ cleanup, track }) => {
      if (track(() => on.value) === 0) return
      const request = new AbortController()
      cleanup(() => request.abort())
      void readCandidates(candidates, kind, endpoint.value, search.value, true, request.signal)
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      // the search box belongs to no form: it is neither submitted nor a change
      track(() => box.value)?.setAttribute("form", "none")
    },
    { strategy: "document-ready" }
  )
  if (candidates.problem !== "" || isManual.value) {
    return (
      <div class="grid gap-2">
        {candidates.problem !== "" && (
          <p class="alert alert-warn" role="status" data-testid="import-reason">
            <Icon name="triangle-alert" />
            <span>What the gateway has cannot be listed: {candidates.problem} Type the id instead.</span>
          </p>
        )}
        {kind === "account" ? (
          <Field
            name={name}
            label="RGW account id"
            placeholder="RGW00000000000000001"
            pattern="\s*RGW[0-9]{17}\s*"
            patternHint="RGW and 17 digits, e.g. RGW00000000000000001"
            hint="As the gateway names it: RGW and 17 digits."
            required
            mono
          />
        ) : (
          <Field
            name={name}
            label="Uid of the RGW user"
            hint="As the gateway names it; tenant$uid for an RGW user of a tenant."
            maxLength={300}
            required
            mono
          />
        )}
        {candidates.problem === "" && (
          <button
            type="button"
            class="btn btn-ghost btn-sm justify-self-start"
            onClick$={() => {
              isManual.value = false
            }}
          >
            Choose from the gateway
          </button>
        )}
      </div>
    )
  }
  const error = form.fields[name]
  const noteId = `${form.id}-${name}-note`
  return (
    <fieldset class="min-w-0" aria-describedby={error ? noteId : undefined} data-testid="import-picker">
      <legend class="mb-1 font-medium">{label}</legend>
      <input
        ref={box}
        type="search"
        class="input"
        aria-label={`Search ${noun}s by name or id`}
        placeholder="Search by name or id"
        maxLength={200}
        autoComplete="off"
        onInput$={(_, input) => {
          search.value = input.value
        }}
      />
      <div
        class="mt-2 max-h-60 divide-y divide-line overflow-y-auto rounded-ctl border border-line"
        tabIndex={0}
        role="group"
        aria-label={`${noun}s of the gateway`}
      >
        {candidates.items.map((item) => (
          <Row key={item.id} name={name} item={item} wrong={Boolean(error)} />
        ))}
        {candidates.busy &&
          candidates.items.length === 0 &&
          [0, 1, 2].map((line) => <span key={`skeleton-${line}`} class="skeleton m-2 block h-6" aria-hidden="true" />)}
        {!candidates.busy && candidates.items.length === 0 && (
          <p class="p-3 text-ink-3">
            {search.value.trim() !== ""
              ? `No ${noun} fits the search.`
              : candidates.page?.next_after
                ? `No ${noun} yet: look further.`
                : `Every ${noun} of this gateway is registered.`}
          </p>
        )}
      </div>
      <div class="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p class="min-w-0 flex-1 text-xs text-ink-3" role="status">
          {candidates.busy ? "Asking the gateway…" : scanSummary(candidates, noun)}
        </p>
        {candidates.page?.next_after && (
          <button
            type="button"
            class="btn btn-ghost btn-sm"
            disabled={candidates.busy}
            onClick$={() => {
              on.value++
            }}
          >
            Look further
          </button>
        )}
        <button
          type="button"
          class="btn btn-ghost btn-sm"
          onClick$={$(() => {
            isManual.value = true
          })}
        >
          Type the id
        </button>
      </div>
      <FieldNote id={noteId} error={error} hint={undefined} />
    </fieldset>
  )
})
