import { component$, type QRL, type Signal, Slot, useContext, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { SelectField } from "./field"
import { FormContext } from "./form"

interface Choice {
  readonly value: string
  readonly label: string
}

interface ChoiceFieldProps {
  readonly name: string
  readonly label: string
  readonly chosen?: Signal<string>
  readonly load$: QRL<() => Promise<ReadonlyArray<Choice>>>
}

/** The form waits for the values; the slot is shown when there are none. */
export const ChoiceField = component$<ChoiceFieldProps>(({ chosen, label, load$, name }) => {
  const form = useContext(FormContext)
  const choices = useSignal<ReadonlyArray<Choice> | null>(null)
  const problem = useSignal("")
  useVisibleTask$(
    async () => {
      form.waiting = true
      try {
        choices.value = await load$()
        form.waiting = choices.value.length === 0
        if (chosen) chosen.value = choices.value[0]?.value ?? ""
      } catch (cause) {
        problem.value = asProblem(cause).message
      }
    },
    { strategy: "document-ready" }
  )
  return (
    <div
      onChange$={(event) => {
        if (chosen && event.target instanceof HTMLSelectElement) chosen.value = event.target.value
      }}
    >
      {problem.value !== "" && (
        <p role="alert" class="alert alert-danger">
          {label}: nothing could be loaded. {problem.value}
        </p>
      )}
      {problem.value === "" && choices.value === null && (
        <>
          <span class="skeleton mb-1 block h-5 w-24" />
          <span class="skeleton block h-8" />
        </>
      )}
      {choices.value !== null && choices.value.length > 0 && (
        <SelectField name={name} label={label} options={choices.value} />
      )}
      <div class={["alert alert-warn", choices.value?.length !== 0 && "hidden"]}>
        <Slot />
      </div>
    </div>
  )
})
