import { component$, type QRL } from "@builder.io/qwik"

interface ToggleGroupProps {
  readonly label: string
  readonly choices: ReadonlyArray<readonly [string, string]>
  readonly chosen: string
  readonly choose$: QRL<(value: string) => unknown>
}

export const ToggleGroup = component$<ToggleGroupProps>(({ choices, choose$, chosen, label }) => (
  <div class="flex flex-wrap gap-1" role="group" aria-label={label}>
    {choices.map(([value, text]) => (
      <button
        key={value}
        type="button"
        class={["btn btn-sm", chosen === value ? "btn-secondary" : "btn-ghost"]}
        aria-pressed={chosen === value ? "true" : "false"}
        onClick$={() => choose$(value)}
      >
        {text}
      </button>
    ))}
  </div>
))
