import {
  $,
  type Component,
  component$,
  noSerialize,
  type NoSerialize,
  type QRL,
  Slot,
  type Signal,
  useContext,
  useSignal,
  useStore
} from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { formErrors } from "~/lib/form-errors"
import type { IconName } from "~/lib/icon-names"
import { focusFirstInvalid, FormContext, type FormValues, invalidFields, namesOf, valuesOf } from "../ui/form"
import { Icon } from "../ui/icon"

export interface FormTest<T extends object> {
  readonly state: { busy: boolean; error: string; found: NoSerialize<T> | undefined }
  readonly place: Signal<HTMLElement | undefined>
}

export const useFormTest = <T extends object>(): FormTest<T> => {
  const state = useStore<FormTest<T>["state"]>({ busy: false, error: "", found: undefined }, { deep: false })
  const place = useSignal<HTMLElement>()
  return { state, place }
}

interface TestButtonProps {
  readonly test: FormTest<object>
  readonly label: string
  readonly busyLabel: string
  readonly icon: IconName
  readonly needs?: ReadonlyArray<string>
  readonly try$: QRL<(values: FormValues) => Promise<object>>
  readonly class?: string
  readonly form?: string
}

const only = (
  fields: Readonly<Record<string, string>>,
  names: ReadonlyArray<string> | undefined
): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names === undefined || names.includes(name)))

export const TestButton = component$<TestButtonProps>(({ busyLabel, icon, label, needs, test, try$, ...props }) => {
  const form = useContext(FormContext)
  const { place, state } = test
  const run = $(async (_: Event, button: HTMLButtonElement) => {
    const element = button.form as HTMLFormElement
    form.general = ""
    form.fields = only(invalidFields(element), needs)
    const complete = Object.keys(form.fields).length === 0
    Object.assign(state, {
      busy: complete,
      found: undefined,
      error: complete ? "" : "Fill in the fields that are marked first."
    })
    try {
      if (complete) state.found = noSerialize(await try$(valuesOf(element)))
    } catch (cause) {
      const errors = formErrors(asProblem(cause), namesOf(element))
      form.fields = { ...errors.fields }
      state.error = errors.general || "Mend the fields that are marked first."
    } finally {
      state.busy = false
      const wrong = Object.keys(form.fields)
      if (wrong.length > 0) focusFirstInvalid(element, wrong)
      else requestAnimationFrame(() => place.value?.scrollIntoView({ block: "nearest" }))
    }
  })
  return (
    <button
      type="button"
      form={props.form}
      class={["btn btn-secondary", props.class]}
      disabled={state.busy}
      onClick$={run}
    >
      <Icon name={state.busy ? "loader-circle" : icon} class={state.busy ? "spin" : undefined} />{" "}
      {state.busy ? busyLabel : label}
    </button>
  )
})

export const TestFindings = component$<{ readonly test: FormTest<object>; readonly class?: string }>(
  ({ test: { place, state }, ...props }) => (
    <div ref={place} aria-live="polite" class={["scroll-mb-16 empty:hidden", props.class]}>
      {state.error && (
        <p class="alert alert-danger">
          <Icon name="circle-alert" />
          <span>{state.error}</span>
        </p>
      )}
      <Slot />
    </div>
  )
)

export interface DeclaredTest<R extends object, T extends object>
  extends Pick<TestButtonProps, "label" | "busyLabel" | "icon"> {
  readonly try$: QRL<(values: FormValues, row: R | undefined) => Promise<T>>
  readonly findings: Component<{ readonly found: T }>
}
