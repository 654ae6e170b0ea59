import { component$, useContext } from "@builder.io/qwik"
import { SIZE_UNITS } from "~/components/filters/size-units"
import { FieldNote } from "~/components/ui/field"
import { FormContext } from "~/components/ui/form"
import { typedSizeOf } from "./amounts"

interface SizeFieldProps {
  readonly name: string
  readonly label: string
  readonly value: number | null
  readonly hint?: string
}

export const SizeField = component$<SizeFieldProps>(({ hint = "Empty is unlimited.", label, name, value }) => {
  const form = useContext(FormContext)
  const id = `${form.id}-${name}`
  const error = form.fields[name]
  const { amount, unit } = typedSizeOf(value)
  return (
    <div class="min-w-0">
      <label for={id} class="mb-1 block font-medium">
        {label}
      </label>
      <span class="flex gap-2">
        <input
          id={id}
          name={name}
          class="input min-w-0 flex-1"
          inputMode="decimal"
          placeholder="Unlimited"
          maxLength={20}
          value={amount}
          aria-invalid={error ? "true" : undefined}
          aria-describedby={`${id}-note`}
        />
        <select name={`${name}_unit`} class="input w-24" aria-label={`Unit of ${label.toLowerCase()}`}>
          {SIZE_UNITS.map(([one]) => (
            <option key={one} value={one} selected={one === unit}>
              {one}
            </option>
          ))}
        </select>
      </span>
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
})

interface CountFieldProps {
  readonly name: string
  readonly label: string
  readonly value: number | null
  readonly hint?: string
}

export const CountField = component$<CountFieldProps>(({ hint = "Empty is unlimited.", label, name, value }) => {
  const form = useContext(FormContext)
  const id = `${form.id}-${name}`
  const error = form.fields[name]
  return (
    <div class="min-w-0">
      <label for={id} class="mb-1 block font-medium">
        {label}
      </label>
      <input
        id={id}
        name={name}
        class="input"
        inputMode="numeric"
        placeholder="Unlimited"
        maxLength={20}
        value={value === null ? "" : String(value)}
        aria-invalid={error ? "true" : undefined}
        aria-describedby={`${id}-note`}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
})
