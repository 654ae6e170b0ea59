import { $, component$, type Signal, useContext, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { Field, FieldNote } from "~/components/ui/field"
import { FormContext } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { counted, int } from "~/lib/format"
import { type Found, type ImportKind, look, nothingFound } from "./importable"

interface ImportPickerProps {
  readonly kind: ImportKind
  /** The field of the form that the choice is, radio buttons or typed. */
  readonly name: string
  readonly label: string
  /** What is listed, e.g. `RGW account`. */
  readonly noun: string
  /** Id of the chosen endpoint; "" until one is. */
  readonly endpoint: Signal<string>
}

const looked = (found: Found, noun: string): string => {
  const { page } = found
  if (page === null) return ""
  const shown = counted(found.items.length, noun)
  const bound = page.incomplete ? " The gateway has more than are listed: type the id of one that is missing." : ""
  const searched = page.searched === "id" ? " Too many to search every name: searched by id." : ""
  return (page.next_after === null ? `${shown} to import.` : `${shown} found, looked at ${int(page.looked_at)} of ${int(page.candidates)}.`) + searched + bound
}

const Row = (props: { readonly name: string; readonly item: Found["items"][number]; readonly wrong: boolean }) => (
  <label class="flex cursor-pointer items-start gap-2 px-3 py-2 hover:bg-hover has-checked:bg-selected">
    <input type="radio" name={props.name} value={props.item.id} required class="check radio mt-0.5" aria-invalid={props.wrong ? "true" : undefined} />
    <span class="min-w-0">
      <span class="block font-medium break-words">{props.item.name ?? props.item.id}{props.item.suspended ? " (suspended)" : ""}</span>
      {props.item.name !== null && props.item.name !== props.item.id && <span class="block font-mono text-xs break-all text-ink-3">{props.item.id}</span>}
    </span>
  </label>
)

/**
 * Offers what the gateway has and nobody has registered. Where it cannot be listed, and where somebody rather types, the field for an
 * id stands in its place (and not as a slot: a form sees the fields of slots that are not shown).
 */
export const ImportPicker = component$<ImportPickerProps>(({ endpoint, kind, label, name, noun }) => {
  const form = useContext(FormContext)
  const found = useStore<Found>(nothingFound(), { deep: false })
  const search = useSignal("")
  const on = useSignal(0)
  const typed = useSignal(false)
  const box = useSignal<HTMLInputElement>()
  useVisibleTask$(
    ({ cleanup, track }) => {
      const [endpointId, text] = [track(() => endpoint.value), track(() => search.value)]
      // a look further is one at what was asked for before: what it finds is none of this
      on.value = 0
      if (endpointId === "") return
      const asked = new AbortController()
      const wait = setTimeout(() => void look(found, kind, endpointId, text, false, asked.signal), text === "" ? 0 : 250)
      cleanup(() => { clearTimeout(wait); asked.abort() })
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ cleanup, track }) => {
      if (track(() => on.value) === 0) return
      const asked = new AbortController()
      cleanup(() => asked.abort())
      void look(found, kind, endpoint.value, search.value, true, asked.signal)
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(({ track }) => {
    // what is searched for is no part of the form: it neither sends it nor counts as a change
    track(() => box.value)?.setAttribute("form", "none")
  }, { strategy: "document-ready" })
  if (found.problem !== "" || typed.value) {
    return (
      <div class="grid gap-2">
        {found.problem !== "" && (
          <p class="alert alert-warn" role="status" data-testid="import-reason"><Icon name="triangle-alert" /><span>What the gateway has cannot be listed: {found.problem} Type the id instead.</span></p>
        )}
        {kind === "account" ? (
          <Field name={name} label="RGW account id" placeholder="RGW00000000000000001" pattern="\s*RGW[0-9]{17}\s*" patternHint="RGW and 17 digits, e.g. RGW00000000000000001" hint="As the gateway names it: RGW and 17 digits." required mono />
        ) : (
          <Field name={name} label="Uid of the RGW user" hint="As the gateway names it; tenant$uid for an RGW user of a tenant." maxLength={300} required mono />
        )}
        {found.problem === "" && <button type="button" class="btn btn-ghost btn-sm justify-self-start" onClick$={() => { typed.value = false }}>Choose from the gateway</button>}
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
        onInput$={(_, input) => { search.value = input.value }}
      />
      <div class="mt-2 max-h-60 divide-y divide-line overflow-y-auto rounded-ctl border border-line" tabIndex={0} role="group" aria-label={`${noun}s of the gateway`}>
        {found.items.map((item) => <Row key={item.id} name={name} item={item} wrong={Boolean(error)} />)}
        {found.busy && found.items.length === 0 && [0, 1, 2].map((line) => <span key={`skeleton-${line}`} class="skeleton m-2 block h-6" aria-hidden="true" />)}
        {!found.busy && found.items.length === 0 && (
          <p class="p-3 text-ink-3">{search.value.trim() !== "" ? `No ${noun} fits the search.` : found.page?.next_after ? `No ${noun} yet: look further.` : `Every ${noun} of this gateway is registered.`}</p>
        )}
      </div>
      <div class="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p class="min-w-0 flex-1 text-xs text-ink-3" role="status">{found.busy ? "Asking the gateway…" : looked(found, noun)}</p>
        {found.page?.next_after && <button type="button" class="btn btn-ghost btn-sm" disabled={found.busy} onClick$={() => { on.value++ }}>Look further</button>}
        <button type="button" class="btn btn-ghost btn-sm" onClick$={$(() => { typed.value = true })}>Type the id</button>
      </div>
      <FieldNote id={noteId} error={error} hint={undefined} />
    </fieldset>
  )
})
