import { $, component$, createContextId, type QRL, Slot, sync$, useContextProvider, useStore, useTask$ } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { formErrors } from "~/lib/form-errors"
import { Icon } from "./icon"

/** What a form knows about itself; fields read their error from it. */
export interface FormState {
  busy: boolean
  /** A field has not got what it needs yet: there is nothing to send. */
  waiting: boolean
  general: string
  fields: Record<string, string>
  /** Makes ids unique where one page has several forms. */
  readonly id: string
}

export const FormContext = createContextId<FormState>("stowage.form")

/** What was typed, by field name. */
export type FormValues = Readonly<Record<string, string>>

/** The state of one form, for its page to watch (`busy`). */
export const useForm = (id: string): FormState => useStore<FormState>({ busy: false, waiting: false, general: "", fields: {}, id })

/** The browser's own complaints about required, type, pattern and length, per field. */
export const invalidFields = (form: HTMLFormElement): Record<string, string> => {
  const fields: Record<string, string> = {}
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement) {
      if (control.name && !control.validity.valid) fields[control.name] = control.title && control.validity.patternMismatch ? control.title : control.validationMessage
    }
  }
  return fields
}

export const namesOf = (form: HTMLFormElement): ReadonlyArray<string> => [
  ...new Set([...form.elements].map((control) => (control as HTMLInputElement).name).filter(Boolean))
]

/** What a form holds, by field name. */
export const valuesOf = (form: HTMLFormElement): FormValues => Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))

/** After the render that shows the errors, so that a screen reader reads the field with its message. */
export const focusFirstInvalid = (form: HTMLFormElement, names: ReadonlyArray<string>): void => {
  requestAnimationFrame(() => {
    const first = [...form.elements].find((control) => names.includes((control as HTMLInputElement).name))
    if (first instanceof HTMLElement) first.focus()
  })
}

interface FormProps {
  readonly state: FormState
  /** For buttons that stand outside of it. */
  readonly id?: string
  /** What no field is to blame for is shown elsewhere. */
  readonly quiet?: boolean
  readonly class?: string
  /** Does the work; a thrown problem lands on the fields it names, the rest in the alert. */
  readonly onSubmit$: QRL<(values: FormValues, form: HTMLFormElement) => Promise<void>>
}

/** The one path from what was typed to what was refused: native checks first, then the service's problem document. */
export const Form = component$<FormProps>(({ onSubmit$, quiet, state, ...props }) => {
  useContextProvider(FormContext, state)
  // a form that is shown again begins without the complaints of the last time
  useTask$(() => { Object.assign(state, { general: "", fields: {} }) })
  return (
    <form
      id={props.id}
      class={props.class}
      method="post"
      noValidate
      preventdefault:submit
      aria-busy={state.busy ? "true" : "false"}
      onSubmit$={[
        // told with the press itself: the code of the first one may be on its way, and its dialog must not be closed over it
        sync$((event: SubmitEvent) => { (event.target as HTMLFormElement).closest("dialog")?.setAttribute("data-sent", "") }),
        $(async (_: SubmitEvent, form: HTMLFormElement) => {
          if (state.busy) return
          state.general = ""
          state.fields = invalidFields(form)
          const dialog = form.closest("dialog")
          if (Object.keys(state.fields).length > 0) {
            dialog?.removeAttribute("data-sent")
            return focusFirstInvalid(form, Object.keys(state.fields))
          }
          state.busy = true
          try {
            await onSubmit$(valuesOf(form), form)
          } catch (cause) {
            const errors = formErrors(asProblem(cause), namesOf(form))
            state.fields = { ...errors.fields }
            state.general = errors.general
            focusFirstInvalid(form, Object.keys(errors.fields))
          } finally {
            state.busy = false
            dialog?.removeAttribute("data-sent")
          }
        })
      ]}
    >
      {state.general && !quiet && (
        <p role="alert" class="alert alert-danger">
          <Icon name="circle-alert" />
          <span>{state.general}</span>
        </p>
      )}
      <Slot />
    </form>
  )
})
