import { $, type Component, component$, noSerialize, type NoSerialize, type QRL, type Signal, useSignal, useStore, useTask$ } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { formErrors } from "~/lib/form-errors"
import { type Said, say, useToasts } from "~/lib/toasts"
import { changed, keyOf, type ListingState } from "../listing"
import type { Row } from "../resource-table"
import { Dialog, DialogActions } from "../ui/dialog"
import { focusFirstInvalid, Form, type FormValues, invalidFields, namesOf, useForm, valuesOf } from "../ui/form"
import { Icon } from "../ui/icon"
import type { IconName } from "../ui/icon-names"
import { useFormChanges } from "./use-form-changes"

/** What is edited, taken when the dialog opens; without a row, a new one is made. */
export interface Editing<R extends object> {
  readonly row?: R
  /** What the row is called. */
  readonly name?: string
}

/** The signal of an editor: closed. */
export const useEditing = <R extends object>(): Signal<Editing<R> | null> => useSignal<Editing<R> | null>(null)

/** How a test of what the form says went: what came out, or why nothing did. */
export interface Tested<T> {
  busy: boolean
  error: string
  found: T | null
}

/** A test of what a form says, before it is saved. */
interface Test<R extends object> {
  readonly label: string
  readonly busyLabel: string
  readonly icon: IconName
  readonly try$: QRL<(values: FormValues, row: R | undefined) => Promise<unknown>>
  /** Shows what came out. */
  readonly findings: Component<{ readonly found: never }>
}

export interface FieldsProps<R extends object> {
  /** What is changed; nothing where a new one is made. */
  readonly row: R | undefined
  /** What a test of the form found last. */
  readonly found: unknown
}

interface EditDialogProps<R extends object, A> {
  readonly open: Signal<Editing<R> | null>
  /** Makes ids unique where one page has several forms. */
  readonly id: string
  /** Of the dialog that makes a new one; the other says `Change` and the name. */
  readonly title: string
  readonly submit: string
  /** For dialogs that change something else than a row: their own title and button. */
  readonly changes?: { readonly title: string; readonly submit: string; readonly named?: boolean }
  readonly wide?: boolean
  readonly fields: Component<FieldsProps<R>>
  readonly save$: QRL<(values: FormValues, row: R | undefined) => Promise<A>>
  readonly test?: Test<R>
  readonly said$?: QRL<(answer: A, row: R | undefined) => Said | null>
  /** The listing to read again; `shows` opens what was saved in it. */
  readonly listing?: ListingState<Row>
  readonly shows?: boolean
  readonly after$?: QRL<(answer: A, row: R | undefined) => unknown>
}

type Frame = EditDialogProps<object, unknown>
interface FormProps extends Omit<Frame, "title" | "wide"> {
  readonly editing: Editing<object>
  readonly held: Signal<boolean>
  readonly leaving: Signal<boolean>
}

const EditForm = component$<FormProps>((props) => {
  const { after$, changes, editing, fields: Fields, held, leaving, listing, open, said$, save$, shows, test } = props
  const form = useForm(props.id)
  const toasts = useToasts()
  const body = useSignal<HTMLElement>()
  const findings = useSignal<HTMLElement>()
  const { row } = editing
  const tested = useStore<Tested<NoSerialize<object>>>({ busy: false, error: "", found: null }, { deep: false })
  const edited = useFormChanges(body)
  useTask$(({ track }) => {
    held.value = track(() => edited.value).length > 0
    if (!held.value) leaving.value = false
  })

  const tryIt = $(async (_: Event, button: HTMLButtonElement) => {
    const element = button.form as HTMLFormElement
    form.general = ""
    form.fields = invalidFields(element)
    const complete = Object.keys(form.fields).length === 0
    Object.assign(tested, { busy: complete, found: null, error: complete ? "" : "Fill in the fields that are marked first." })
    try {
      if (complete) tested.found = noSerialize((await test?.try$(valuesOf(element), row)) as object)
    } catch (cause) {
      const errors = formErrors(asProblem(cause), namesOf(element))
      form.fields = { ...errors.fields }
      tested.error = errors.general || "Mend the fields that are marked first."
    } finally {
      tested.busy = false
      const wrong = Object.keys(form.fields)
      if (wrong.length > 0) focusFirstInvalid(element, wrong)
      else requestAnimationFrame(() => findings.value?.scrollIntoView({ block: "nearest" }))
    }
  })
  const Findings = test?.findings
  const submit = row === undefined ? props.submit : changes?.submit ?? "Save changes"
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        if (row !== undefined && edited.value.length === 0) {
          say(toasts, { tone: "info", text: "Nothing was changed" })
          open.value = null
          return
        }
        const answer = await save$(values, row)
        held.value = false
        open.value = null
        if (listing) changed(listing, shows ? keyOf(listing, answer as Row) : undefined)
        await after$?.(answer, row)
        const said = said$ ? await said$(answer, row) : null
        if (said !== null) say(toasts, said)
      })}
    >
      <div ref={body} class="contents">
        <Fields row={row} found={tested.found} />
      </div>
      {Findings && (
        <div ref={findings} aria-live="polite" class="scroll-mb-16 px-5 pb-4 empty:hidden">
          {tested.error && <p class="alert alert-danger"><Icon name="circle-alert" /><span>{tested.error}</span></p>}
          {tested.found && <Findings found={tested.found as never} />}
        </div>
      )}
      {leaving.value ? (
        <footer class="flex flex-wrap items-center gap-2 border-t border-line bg-warn-soft px-5 py-3" role="alert">
          <p class="min-w-0 flex-1 text-warn">Not saved: {edited.value.join(", ")}</p>
          <span class="ms-auto flex gap-2">
            <button type="button" class="btn btn-danger" onClick$={() => { held.value = false; open.value = null }}>Discard</button>
            <button type="button" class="btn btn-primary" autoFocus onClick$={() => { leaving.value = false }}>Keep editing</button>
          </span>
        </footer>
      ) : (
        <DialogActions
          open={open}
          submit={submit}
          busy={form.busy}
          onCancel$={$(() => {
            if (held.value) leaving.value = true
            else open.value = null
          })}
        >
          {test && (
            <button type="button" class="btn btn-secondary" disabled={tested.busy} onClick$={tryIt}>
              <Icon name={tested.busy ? "loader-circle" : test.icon} class={tested.busy ? "spin" : undefined} /> {tested.busy ? test.busyLabel : test.label}
            </button>
          )}
          {row !== undefined && edited.value.length > 0 && <p class="min-w-0 flex-1 truncate text-xs text-ink-3" role="status" data-testid="changed">Changed: {edited.value.join(", ")}</p>}
        </DialogActions>
      )}
    </Form>
  )
})

const EditFrame = component$<Frame>((props) => {
  const held = useSignal(false)
  const leaving = useSignal(false)
  const { changes, open, title, wide, ...form } = props
  const editing = open.value
  const named = editing?.name && changes?.named !== false ? ` ${editing.name}` : ""
  return (
    <Dialog
      open={open}
      title={editing?.row === undefined ? title : `${changes?.title ?? "Change"}${named}`}
      wide={wide ?? false}
      held={held}
      onHeld$={$(() => { leaving.value = true })}
    >
      {editing !== null && <EditForm {...form} open={open} editing={editing} held={held} leaving={leaving} {...(changes ? { changes } : {})} />}
    </Dialog>
  )
})

/**
 * Makes a row or changes one: fields, an optional test, what was changed, and a guard before changes are thrown away.
 * What it edits it took when it opened. An inline component, so that row and answer keep their types.
 */
export const EditDialog = <R extends object, A, L extends Row>({ listing, ...props }: Omit<EditDialogProps<R, A>, "listing"> & { readonly listing?: ListingState<L> }) => (
  <EditFrame {...(props as unknown as Frame)} {...(listing ? { listing: listing as unknown as ListingState<Row> } : {})} />
)
