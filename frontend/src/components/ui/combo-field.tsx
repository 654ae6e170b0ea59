import { component$, type QRL, useContext } from "@builder.io/qwik"
import type { ComboOption } from "~/lib/match-options"
import { Combobox } from "./combobox"
import { FieldNote } from "./field"
import { FormContext } from "./form"

interface ComboFieldProps {
  readonly name: string
  readonly label: string
  readonly options: ReadonlyArray<ComboOption>
  readonly searched?: boolean
  readonly hint?: string
  readonly value?: string
  readonly placeholder?: string
  readonly required?: boolean
  readonly maxLength?: number
  readonly mono?: boolean
  readonly autoFocus?: boolean
  readonly onText$?: QRL<(text: string) => unknown>
}

export const ComboField = component$<ComboFieldProps>(({ hint, label, name, options, ...props }) => {
  const form = useContext(FormContext)
  const id = `${form.id}-${name.replaceAll(".", "-")}`
  const error = form.fields[name]
  return (
    <div class="min-w-0">
      <label for={id} class="mb-1 block font-medium">
        {label}
        {props.required === true ? "" : <span class="font-normal text-ink-3"> (optional)</span>}
      </label>
      <Combobox
        {...props}
        id={id}
        name={name}
        options={options}
        invalid={Boolean(error)}
        {...(error || hint ? { describedBy: `${id}-note` } : {})}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
})
