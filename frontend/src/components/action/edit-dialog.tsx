import { $, type Component, component$, type QRL, type Signal, useSignal, useTask$ } from "@builder.io/qwik"
import { type ToastInput, successToast, useToasts } from "~/lib/toasts"
import { changed, keyOf, type ListingState } from "../listing"
import { Dialog, DialogActions } from "../ui/dialog"
import { Form, type FormValues, useForm } from "../ui/form"
import { type DeclaredTest, TestButton, TestFindings, useFormTest } from "./form-test"
import { useFormChanges } from "./use-form-changes"

export interface Editing<R extends object> {
  readonly row?: R
  readonly name?: string
}

export const useEditing = <R extends object>(): Signal<Editing<R> | null> => useSignal<Editing<R> | null>(null)

export interface FieldsProps<R extends object> {
  readonly row: R | undefined
}

interface EditDialogProps<R extends object, A, T extends object> {
  readonly open: Signal<Editing<R> | null>
  readonly id: string
  readonly title: string
  readonly submit: string
  readonly busySubmit?: string
  readonly changes?: { readonly title: string; readonly submit: string; readonly named?: boolean }
  readonly wide?: boolean
  readonly fields: Component<FieldsProps<R>>
  readonly save$: QRL<(values: FormValues, row: R | undefined) => Promise<A>>
  readonly test?: DeclaredTest<R, T>
  readonly toast$?: QRL<(answer: A, row: R | undefined) => ToastInput | null>
  readonly listing?: ListingState
  readonly shows?: boolean
  readonly after$?: QRL<(answer: A, row: R | undefined) => unknown>
}

type Frame = EditDialogProps<object, unknown, object>
interface FormProps extends Omit<Frame, "title" | "wide"> {
  readonly editing: Editing<object>
  readonly held: Signal<boolean>
  readonly leaving: Signal<boolean>
  readonly watched: Signal<boolean>
}

const EditForm = component$<FormProps>((props) => {
  const {
    after$,
    changes,
    fields: Fields,
    held: isDirty,
    leaving,
    listing,
    open,
    toast$,
    save$,
    shows,
    test,
    watched
  } = props
  const form = useForm(props.id)
  const toasts = useToasts()
  const body = useSignal<HTMLElement>()
  // The open row may change before it is saved.
  const taken = useSignal(props.editing)
  const { row } = taken.value
  const tested = useFormTest<object>()
  const edited = useFormChanges(body, watched, isDirty)
  useTask$(({ track }) => {
    if (track(() => edited.value).length === 0) leaving.value = false
  })

  const Findings = test?.findings
  const try$ = test?.try$
  const submit = row === undefined ? props.submit : (changes?.submit ?? "Save changes")
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        if (row !== undefined && edited.value.length === 0) {
          successToast(toasts, { tone: "info", text: "Nothing was changed" })
          open.value = null
          return
        }
        const answer = await save$(values, row)
        isDirty.value = false
        open.value = null
        if (listing) changed(listing, shows ? keyOf(listing, answer as object) : undefined)
        await after$?.(answer, row)
        const toast = toast$ ? await toast$(answer, row) : null
        if (toast !== null) successToast(toasts, toast)
      })}
    >
      <div ref={body} class="contents">
        <Fields row={row} />
      </div>
      {Findings && (
        <TestFindings test={tested} class="px-5 pb-4">
          {tested.state.found && <Findings found={tested.state.found} />}
        </TestFindings>
      )}
      {leaving.value ? (
        <footer class="flex flex-wrap items-center gap-2 border-t border-line bg-warn-soft px-5 py-3">
          <p role="alert" class="min-w-0 flex-1 text-warn">
            Not saved: {edited.value.join(", ")}
          </p>
          <span class="ms-auto flex gap-2">
            <button
              type="button"
              class="btn btn-danger"
              onClick$={() => {
                isDirty.value = false
                open.value = null
              }}
            >
              Discard
            </button>
            <button
              type="button"
              class="btn btn-primary"
              autoFocus
              onClick$={() => {
                leaving.value = false
              }}
            >
              Keep editing
            </button>
          </span>
        </footer>
      ) : (
        <DialogActions
          open={open}
          submit={form.busy ? (props.busySubmit ?? submit) : submit}
          busy={form.busy || form.waiting}
          onCancel$={$(() => {
            if (isDirty.value) leaving.value = true
            else open.value = null
          })}
        >
          {test && (
            <TestButton
              test={tested}
              label={test.label}
              busyLabel={test.busyLabel}
              icon={test.icon}
              try$={$(async (values: FormValues) => (await try$?.(values, row)) ?? {})}
            />
          )}
          {row !== undefined && edited.value.length > 0 && (
            <p class="min-w-0 flex-1 truncate text-xs text-ink-3" role="status" data-testid="changed">
              Changed: {edited.value.join(", ")}
            </p>
          )}
        </DialogActions>
      )}
    </Form>
  )
})

const EditFrame = component$<Frame>((props) => {
  const isDirty = useSignal(false)
  const leaving = useSignal(false)
  const watched = useSignal(false)
  const { changes, open, title, wide, ...form } = props
  const editing = open.value
  const named = editing?.name && changes?.named !== false ? ` ${editing.name}` : ""
  return (
    <Dialog
      open={open}
      title={editing?.row === undefined ? title : `${changes?.title ?? "Change"}${named}`}
      wide={wide ?? false}
      held={isDirty}
      ready={watched}
      onHeld$={$(() => {
        leaving.value = true
      })}
    >
      {editing !== null && (
        <EditForm
          {...form}
          open={open}
          editing={editing}
          held={isDirty}
          leaving={leaving}
          watched={watched}
          {...(changes ? { changes } : {})}
        />
      )}
    </Dialog>
  )
})

export const EditDialog = <R extends object, A, T extends object>(props: EditDialogProps<R, A, T>) => (
  <EditFrame {...(props as unknown as Frame)} />
)
