import {
  $,
  component$,
  createContextId,
  type QRL,
  Slot,
  sync$,
  useContextProvider,
  useStore,
  useTask$
} from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { formErrors } from "~/lib/form-errors"
import { Icon } from "./icon"

export interface FormState {
  busy: boolean
  waiting: boolean
  general: string
  fields: Record<string, string>
  readonly id: string
}

export const FormContext = createContextId<FormState>("stowage.form")

export type FormValues = Readonly<Record<string, string>>

export const useForm = (id: string): FormState =>
  useStore<FormState>({ busy: false, waiting: false, general: "", fields: {}, id })

export const invalidFields = (form: HTMLFormElement): Record<string, string> => {
  const fields: Record<string, string> = {}
  for (const control of form.elements) {
    if (
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement
    ) {
      if (control.name && !control.validity.valid)
        fields[control.name] =
          control.title && control.validity.patternMismatch ? control.title : control.validationMessage
    }
  }
  return fields
}

export const namesOf = (form: HTMLFormElement): ReadonlyArray<string> => [
  ...new Set([...form.elements].map((control) => (control as HTMLInputElement).name).filter(Boolean))
]

export const valuesOf = (form: HTMLFormElement): FormValues =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))

/** Waits for the rendered errors, which screen readers read with the field. */
export const focusFirstInvalid = (form: HTMLFormElement, names: ReadonlyArray<string>): void => {
  requestAnimationFrame(() => {
    const first = [...form.elements].find((control) => names.includes((control as HTMLInputElement).name))
    if (first instanceof HTMLElement) first.focus()
  })
}

export const clearError = (form: FormState, name: string): void => {
  form.fields = Object.fromEntries(Object.entries(form.fields).filter(([field]) => field !== name))
}

interface FormProps {
  readonly state: FormState
  readonly id?: string
  readonly quiet?: boolean
  readonly class?: string
  readonly onSubmit$: QRL<(values: FormValues, form: HTMLFormElement) => Promise<void>>
}

export const Form = component$<FormProps>(({ onSubmit$, quiet, state, ...props }) => {
  useContextProvider(FormContext, state)
  useTask$(() => {
    Object.assign(state, { general: "", fields: {} })
  })
  return (
    <form
      id={props.id}
      class={props.class}
      method="post"
      noValidate
      preventdefault:submit
      aria-busy={state.busy ? "true" : "false"}
      onSubmit$={[
        // Synchronous: the handler's code may still load.
        sync$((event: SubmitEvent) => {
          // An attribute of the form, so that a result that replaces the form removes it.
          ;(event.target as HTMLFormElement).setAttribute("data-sent", "")
        }),
        $(async (_: SubmitEvent, form: HTMLFormElement) => {
          if (state.busy) return
          state.general = ""
          state.fields = invalidFields(form)
          if (Object.keys(state.fields).length > 0) {
            form.removeAttribute("data-sent")
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
            form.removeAttribute("data-sent")
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
