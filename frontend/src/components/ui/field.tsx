import { component$, useContext } from "@builder.io/qwik"
import { FormContext } from "./form"
import { PasswordInput } from "./password-input"

export interface FieldProps {
  readonly name: string
  readonly label: string
  readonly type?: "text" | "email" | "password" | "url" | "number" | "search" | "date" | "datetime-local"
  readonly hint?: string
  readonly value?: string
  readonly placeholder?: string
  readonly required?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly min?: number
  readonly max?: number
  readonly step?: "any"
  readonly pattern?: string
  readonly patternHint?: string
  readonly autoComplete?: HTMLInputElement["autocomplete"]
  readonly autoFocus?: boolean
  readonly mono?: boolean
  readonly large?: boolean
  readonly list?: string
}

export const Field = component$<FieldProps>((props) => {
  const form = useContext(FormContext)
  const id = `${form.id}-${props.name}`
  const error = form.fields[props.name]
  return (
    <div class="min-w-0">
      <label for={id} class="mb-1 block font-medium">
        {props.label}
        {props.required ? "" : <span class="font-normal text-ink-3"> (optional)</span>}
      </label>
      {props.type === "password" ? (
        <PasswordInput
          id={id}
          name={props.name}
          class={["input", props.mono && "font-mono", props.large && "input-lg"]}
          value={props.value}
          placeholder={props.placeholder}
          required={props.required}
          minLength={props.minLength}
          maxLength={props.maxLength}
          title={props.patternHint}
          autoComplete={props.autoComplete ?? "off"}
          autoFocus={props.autoFocus}
          invalid={Boolean(error)}
          describedBy={error || props.hint ? `${id}-note` : undefined}
        />
      ) : (
        <input
          id={id}
          name={props.name}
          type={props.type ?? "text"}
          class={["input", props.mono && "font-mono", props.large && "input-lg"]}
          value={props.value}
          placeholder={props.placeholder}
          required={props.required}
          minLength={props.minLength}
          maxLength={props.maxLength}
          min={props.min}
          max={props.max}
          step={props.step}
          pattern={props.pattern}
          title={props.patternHint}
          autoComplete={props.autoComplete ?? "off"}
          autoFocus={props.autoFocus}
          list={props.list}
          spellcheck={props.mono ? false : undefined}
          aria-invalid={error ? "true" : undefined}
          aria-describedby={error || props.hint ? `${id}-note` : undefined}
        />
      )}
      <FieldNote id={`${id}-note`} error={error} hint={props.hint} />
    </div>
  )
})

interface SelectFieldProps {
  readonly name: string
  readonly label: string
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }>
  readonly value?: string
  readonly hint?: string
}

export const SelectField = component$<SelectFieldProps>((props) => {
  const form = useContext(FormContext)
  const id = `${form.id}-${props.name}`
  const error = form.fields[props.name]
  return (
    <div class="min-w-0">
      <label for={id} class="mb-1 block font-medium">
        {props.label}
      </label>
      <select
        id={id}
        name={props.name}
        class="input"
        aria-invalid={error ? "true" : undefined}
        aria-describedby={error || props.hint ? `${id}-note` : undefined}
      >
        {props.options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === props.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldNote id={`${id}-note`} error={error} hint={props.hint} />
    </div>
  )
})

interface CheckFieldProps {
  readonly name: string
  readonly label: string
  readonly checked?: boolean
  readonly hint?: string
}

export const CheckField = component$<CheckFieldProps>((props) => {
  const form = useContext(FormContext)
  const id = `${form.id}-${props.name}`
  const error = form.fields[props.name]
  return (
    <div>
      <label class="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          name={props.name}
          value="true"
          class="check"
          checked={props.checked}
          aria-describedby={error || props.hint ? `${id}-note` : undefined}
        />
        <span class="font-medium">{props.label}</span>
      </label>
      <div class="pl-6">
        <FieldNote id={`${id}-note`} error={error} hint={props.hint} />
      </div>
    </div>
  )
})

export const FieldNote = (props: {
  readonly id: string
  readonly error: string | undefined
  readonly hint: string | undefined
}) =>
  props.error || props.hint ? (
    <p id={props.id} class={["mt-1 text-xs", props.error ? "text-danger" : "text-ink-3"]}>
      {props.error ?? props.hint}
    </p>
  ) : null
