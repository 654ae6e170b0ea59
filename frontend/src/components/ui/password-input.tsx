import { component$, type QRL, useSignal } from "@builder.io/qwik"
import { Icon } from "./icon"

interface PasswordInputProps {
  readonly id: string
  readonly name: string
  readonly class: ReadonlyArray<string | false | undefined>
  readonly value?: string
  readonly placeholder?: string
  readonly required?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly title?: string
  readonly autoComplete: HTMLInputElement["autocomplete"]
  readonly autoFocus?: boolean
  readonly invalid: boolean
  readonly describedBy: string | undefined
  readonly onType$?: QRL<(typed: string, input: HTMLInputElement) => void>
}

export const PasswordInput = component$<PasswordInputProps>((props) => {
  const visible = useSignal(false)
  return (
    <div class="password">
      <input
        id={props.id}
        name={props.name}
        type={visible.value ? "text" : "password"}
        class={[...props.class]}
        value={props.value}
        placeholder={props.placeholder}
        required={props.required}
        minLength={props.minLength}
        maxLength={props.maxLength}
        title={props.title}
        autoComplete={props.autoComplete}
        autoFocus={props.autoFocus}
        autoCapitalize="off"
        spellcheck={false}
        aria-invalid={props.invalid ? "true" : undefined}
        aria-describedby={props.describedBy}
        onInput$={(_, input) => props.onType$?.(input.value, input)}
      />
      <button
        type="button"
        class="password-eye"
        aria-label="Show what is typed"
        title={visible.value ? "Hide what is typed" : "Show what is typed"}
        aria-pressed={visible.value ? "true" : "false"}
        aria-controls={props.id}
        onClick$={() => {
          visible.value = !visible.value
        }}
      >
        <Icon name={visible.value ? "eye-off" : "eye"} />
      </button>
    </div>
  )
})
