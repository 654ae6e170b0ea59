import { component$, useContext } from "@builder.io/qwik"
import { FieldNote } from "./field"
import { FormContext } from "./form"

interface AreaFieldProps {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly hint?: string
  readonly placeholder?: string
  readonly rows?: number
}

export const AreaField = component$<AreaFieldProps>((props) => {
  const form = useContext(FormContext)
  const id = `${form.id}-${props.name}`
  const error = form.fields[props.name]
  return (
    <div class="min-w-0">
      <label for={id} class="mb-1 block font-medium">
        {props.label}
        <span class="font-normal text-ink-3"> (optional)</span>
      </label>
      <textarea
        id={id}
        name={props.name}
        class="input font-mono text-xs"
        rows={props.rows ?? 4}
        placeholder={props.placeholder}
        value={props.value}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={error ? "true" : undefined}
        aria-describedby={error || props.hint ? `${id}-note` : undefined}
      />
      <FieldNote id={`${id}-note`} error={error} hint={props.hint} />
    </div>
  )
})
