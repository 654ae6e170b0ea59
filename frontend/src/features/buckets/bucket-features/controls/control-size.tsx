import { component$, useSignal, useTask$ } from "@builder.io/qwik"
import { amountInUnit, bytesPerUnit, SIZE_UNITS, unitFor } from "~/components/filters/size-units"
import { FieldNote } from "~/components/ui/field"
import type { Path } from "../draft"
import { draftValue, errorAt, setDraftValue, useEditing } from "../editing"
import { bytesTyped } from "./bytes-typed"

interface SizeProps {
  readonly path: Path
  readonly label: string
  readonly hint?: string
}

const unitOf = (bytes: unknown): string => {
  const factor = unitFor(typeof bytes === "number" ? String(bytes) : "")
  return SIZE_UNITS.find(([, one]) => one === factor)?.[0] ?? "B"
}

const amountOf = (bytes: unknown, unit: string): string =>
  typeof bytes === "number" ? amountInUnit(String(bytes), bytesPerUnit(unit)) : typeof bytes === "string" ? bytes : ""

export const SizeAt = component$<SizeProps>(({ hint, label, path }) => {
  const editing = useEditing()
  const box = useSignal<HTMLInputElement>()
  const unit = useSignal(unitOf(draftValue(editing, path)))
  const first = useSignal(amountOf(draftValue(editing, path), unit.value))
  useTask$(({ track }) => {
    const current = track(() => draftValue(editing, path))
    const element = box.value
    if (!element || element === document.activeElement || bytesTyped(element.value, unit.value) === current) return
    unit.value = unitOf(current)
    element.value = amountOf(current, unit.value)
  })
  const id = `${editing.feature}-${path.join("-")}`
  const error = errorAt(editing, path)
  return (
    <div class="min-w-0">
      <label for={id} class="mb-1 block font-medium">
        {label}
      </label>
      <span class="flex gap-2">
        <input
          ref={box}
          id={id}
          class="input min-w-0 flex-1"
          inputMode="decimal"
          maxLength={20}
          value={first.value}
          disabled={editing.busy}
          autoComplete="off"
          aria-invalid={error ? "true" : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          onInput$={(_, element) => setDraftValue(editing, path, bytesTyped(element.value, unit.value))}
        />
        <select
          class="input w-24"
          aria-label={`Unit of ${label.toLowerCase()}`}
          disabled={editing.busy}
          onChange$={(_, element) => {
            unit.value = element.value
            setDraftValue(editing, path, bytesTyped(box.value?.value ?? "", element.value))
          }}
        >
          {SIZE_UNITS.map(([one]) => (
            <option key={one} value={one} selected={one === unit.value}>
              {one}
            </option>
          ))}
        </select>
      </span>
      <FieldNote id={`${id}-note`} error={error || undefined} hint={hint} />
    </div>
  )
})
