import { component$ } from "@builder.io/qwik"
import { resolveItems } from "./engine"
import type { Item, ItemChoice } from "./operation"

interface ChoicesProps {
  readonly operation: string
  readonly items: ReadonlyArray<Item>
  readonly choices: ReadonlyArray<ItemChoice>
  readonly named: string
}

export const ItemChoices = component$<ChoicesProps>(({ choices, items, named, operation }) => (
  <span class="flex flex-wrap gap-1" role="group" aria-label={`What becomes of ${named}`}>
    {choices.map(({ danger, id, label }) => (
      <button
        key={id}
        type="button"
        class={["btn btn-sm", danger ? "btn-secondary text-danger" : "btn-secondary"]}
        aria-label={`${label}: ${named}`}
        onClick$={() =>
          resolveItems(
            operation,
            items.map((item) => item.id),
            id
          )
        }
      >
        {label}
      </button>
    ))}
  </span>
))
