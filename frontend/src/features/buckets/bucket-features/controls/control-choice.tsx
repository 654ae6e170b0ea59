import { component$ } from "@builder.io/qwik"
import { FieldNote } from "~/components/ui/field"
import type { Path } from "../draft"
import { draftValue, errorAt, setDraftValue, useEditing } from "../editing"

type Plain = string | number | boolean | null

interface Choice {
  readonly value: Plain
  readonly label: string
  readonly hint?: string
}

interface ChoiceProps {
  readonly path: Path
  readonly label: string
  readonly choices: ReadonlyArray<Choice>
  readonly hint?: string
  readonly bare?: boolean
}

export const RadioAt = component$<ChoiceProps>(({ bare, choices, hint, label, path }) => {
  const editing = useEditing()
  const id = `${editing.feature}-${path.join("-")}`
  const error = errorAt(editing, path)
  const current = draftValue<Plain>(editing, path)
  return (
    <fieldset class="grid gap-1.5" disabled={editing.busy} aria-describedby={error || hint ? `${id}-note` : undefined}>
      <legend class={bare ? "sr-only" : "mb-1 font-medium"}>{label}</legend>
      {choices.map((choice) => (
        <label key={String(choice.value)} class="flex min-h-6 items-start gap-2">
          <input
            type="radio"
            name={id}
            class="check radio mt-0.5"
            value={String(choice.value)}
            checked={current === choice.value}
            onChange$={() => setDraftValue(editing, path, choice.value)}
          />
          <span class="min-w-0">
            <span class="font-medium">{choice.label}</span>
            {choice.hint && <span class="block text-xs text-ink-3">{choice.hint}</span>}
          </span>
        </label>
      ))}
      <FieldNote id={`${id}-note`} error={error || undefined} hint={hint} />
    </fieldset>
  )
})

export const SelectAt = component$<ChoiceProps>(({ bare, choices, hint, label, path }) => {
  const editing = useEditing()
  const id = `${editing.feature}-${path.join("-")}`
  const error = errorAt(editing, path)
  const currentValue = draftValue<Plain>(editing, path)
  return (
    <div class="min-w-0">
      <label for={id} class={bare ? "sr-only" : "mb-1 block font-medium"}>
        {label}
      </label>
      <select
        id={id}
        class="input"
        disabled={editing.busy}
        aria-invalid={error ? "true" : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        onChange$={(_, element) => {
          const match = choices.find(({ value }) => String(value) === element.value)
          if (match) setDraftValue(editing, path, match.value)
        }}
      >
        {!choices.some(({ value }) => value === currentValue) && (
          <option value="?" selected disabled>
            {currentValue === undefined || currentValue === null ? "Choose…" : String(currentValue)}
          </option>
        )}
        {choices.map(({ label, value }) => (
          <option key={String(value)} value={String(value)} selected={currentValue === value}>
            {label}
          </option>
        ))}
      </select>
      <FieldNote id={`${id}-note`} error={error || undefined} hint={hint} />
    </div>
  )
})

export const CheckAt = component$<{ readonly path: Path; readonly label: string; readonly hint?: string }>(
  ({ hint, label, path }) => {
    const editing = useEditing()
    const id = `${editing.feature}-${path.join("-")}`
    const error = errorAt(editing, path)
    return (
      <div>
        <label class="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            id={id}
            class="check"
            checked={draftValue(editing, path) === true}
            disabled={editing.busy}
            aria-describedby={error || hint ? `${id}-note` : undefined}
            onChange$={(_, element) => setDraftValue(editing, path, element.checked)}
          />
          <span class="font-medium">{label}</span>
        </label>
        <div class="pl-6">
          <FieldNote id={`${id}-note`} error={error || undefined} hint={hint} />
        </div>
      </div>
    )
  }
)

interface ManyProps {
  readonly path: Path
  readonly label: string
  readonly choices: ReadonlyArray<{ readonly value: string; readonly label: string }>
  readonly hint?: string
}

export const ChecklistAt = component$<ManyProps>(({ choices, hint, label, path }) => {
  const editing = useEditing()
  const id = `${editing.feature}-${path.join("-")}`
  const error = errorAt(editing, path, true)
  const chosenValues = draftValue<ReadonlyArray<string> | undefined>(editing, path) ?? []
  return (
    <fieldset disabled={editing.busy} aria-describedby={error || hint ? `${id}-note` : undefined}>
      <legend class="mb-1 font-medium">{label}</legend>
      <div class="flex flex-wrap gap-x-4 gap-y-1.5">
        {choices.map(({ label, value }) => (
          <label key={value} class="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              class="check"
              value={value}
              checked={chosenValues.includes(value)}
              onChange$={(_, element) => {
                const current = draftValue<ReadonlyArray<string> | undefined>(editing, path) ?? []
                const next = element.checked ? [...current, value] : current.filter((one) => one !== value)
                const order = choices.map((choice) => choice.value)
                setDraftValue(
                  editing,
                  path,
                  [...next].sort((one, other) => order.indexOf(one) - order.indexOf(other))
                )
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <FieldNote id={`${id}-note`} error={error || undefined} hint={hint} />
    </fieldset>
  )
})
