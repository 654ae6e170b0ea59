import { $, component$, useContext, useSignal } from "@builder.io/qwik"
import { type PasswordHint, passwordHint } from "../../../../services/domain/identity/signin/passwordFault.ts"
import { FieldNote } from "./field"
import { FormContext } from "./form"
import { PasswordInput } from "./password-input"

interface NewPasswordFieldProps {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly email?: string
  readonly required?: boolean
  readonly autoFocus?: boolean
  readonly large?: boolean
}

const steps = { short: 0, weak: 1, fair: 2, strong: 3 } as const
const colours = { short: "bg-line", weak: "bg-danger", fair: "bg-warn", strong: "bg-ok" } as const

const addressIn = (input: HTMLInputElement): string => {
  const field = input.form?.elements.namedItem("email")
  return field instanceof HTMLInputElement ? field.value : ""
}

export const NewPasswordField = component$<NewPasswordFieldProps>((props) => {
  const form = useContext(FormContext)
  const id = `${form.id}-${props.name}`
  const error = form.fields[props.name]
  const look = useSignal<PasswordHint>({ level: "short", text: "" })
  const { level, text } = look.value
  return (
    <div class="min-w-0">
      <label for={id} class="mb-1 block font-medium">
        {props.label}
        {props.required ? "" : <span class="font-normal text-ink-3"> (optional)</span>}
      </label>
      <PasswordInput
        id={id}
        name={props.name}
        class={["input", props.large && "input-lg"]}
        required={props.required}
        minLength={12}
        maxLength={256}
        autoComplete="new-password"
        autoFocus={props.autoFocus}
        invalid={Boolean(error)}
        describedBy={`${id}-note`}
        onType$={$((typed: string, input: HTMLInputElement) => {
          look.value = passwordHint(typed, props.email ?? addressIn(input))
        })}
      />
      <div class="mt-2 flex gap-1" aria-hidden="true" data-strength={level}>
        {[1, 2, 3].map((step) => (
          <span key={step} class={["h-1 flex-1 rounded-full", step <= steps[level] ? colours[level] : "bg-line"]} />
        ))}
      </div>
      <div aria-live="polite">
        <FieldNote id={`${id}-note`} error={error} hint={level === "short" ? props.hint : text} />
      </div>
    </div>
  )
})
