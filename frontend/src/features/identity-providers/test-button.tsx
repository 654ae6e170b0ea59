import { $, component$, type QRL, useContext } from "@builder.io/qwik"
import type { TestReport } from "~/client/identity-providers"
import { asProblem } from "~/client/problem-error"
import { focusFirstInvalid, FormContext, type FormValues, invalidFields, namesOf } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { formErrors } from "~/lib/form-errors"
import type { ConnectionTest } from "./connection-test"

interface TestButtonProps {
  readonly test: ConnectionTest
  readonly test$: QRL<(values: FormValues) => Promise<TestReport>>
}

/** Tries what the form says, before it is saved. Complaints land on the form's fields. */
export const TestButton = component$<TestButtonProps>(({ test, test$ }) => {
  const form = useContext(FormContext)
  const { place, state } = test
  const run = $(async (_: Event, button: HTMLButtonElement) => {
    const element = button.form as HTMLFormElement
    form.general = ""
    form.fields = invalidFields(element)
    const complete = Object.keys(form.fields).length === 0
    Object.assign(state, { busy: complete, report: null, error: complete ? "" : "Fill in the fields that are marked first." })
    try {
      if (complete) state.report = await test$(Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, String(value)])))
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
    <button type="button" class="btn btn-secondary" disabled={state.busy} onClick$={run}>
      <Icon name={state.busy ? "loader-circle" : "plug"} class={state.busy ? "spin" : undefined} />
      {state.busy ? "Trying…" : "Test connection"}
    </button>
  )
})
