import { component$, useSignal } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { int } from "~/lib/format"
import { ItemChoices } from "./item-choices"
import { ItemRow } from "./item-row"
import type { Item, ItemState } from "./operation"

export const ROWS = 25

const CALLED: Readonly<Record<ItemState, string>> = {
  failed: "Failed",
  running: "Under way",
  paused: "Paused",
  waiting: "Waiting",
  done: "Done",
  cancelled: "Cancelled"
}

interface GroupProps {
  readonly operation: string
  readonly state: ItemState
  readonly items: ReadonlyArray<Item>
}

export const ItemGroup = component$<GroupProps>(({ items, operation, state }) => {
  const requestedPage = useSignal(0)
  const pages = Math.ceil(items.length / ROWS)
  const page = Math.min(requestedPage.value, pages - 1)
  const first = page * ROWS
  const rows = items.slice(first, first + ROWS)
  const itemsWithChoices = items.filter(({ choices }) => choices.length > 0)
  return (
    <section aria-label={`${CALLED[state]}: ${int(items.length)}`}>
      <header class="flex min-h-8 items-center gap-2 px-4">
        <h4 class={["flex-1 text-xs font-medium", state === "failed" ? "text-danger" : "text-ink-3"]}>
          {CALLED[state]} <span class="num font-normal">{int(items.length)}</span>
        </h4>
        {pages > 1 && (
          <>
            <span class="num text-xs text-ink-3" role="status">
              {int(first + 1)}–{int(first + rows.length)} of {int(items.length)}
            </span>
            <button
              type="button"
              class="btn btn-ghost btn-icon btn-sm"
              aria-label={`Previous: ${CALLED[state]}`}
              aria-disabled={page === 0 ? "true" : undefined}
              onClick$={() => {
                requestedPage.value = Math.max(0, Math.min(requestedPage.value, pages - 1) - 1)
              }}
            >
              <Icon name="chevron-left" />
            </button>
            <button
              type="button"
              class="btn btn-ghost btn-icon btn-sm"
              aria-label={`Next: ${CALLED[state]}`}
              aria-disabled={page === pages - 1 ? "true" : undefined}
              onClick$={() => {
                requestedPage.value = Math.min(pages - 1, requestedPage.value + 1)
              }}
            >
              <Icon name="chevron-right" />
            </button>
          </>
        )}
      </header>
      {itemsWithChoices.length > 1 && (
        <p class="flex flex-wrap items-center gap-2 px-4 pb-1 text-xs text-ink-2">
          <span class="num">{int(itemsWithChoices.length)} wait for your choice. For all of them:</span>
          <ItemChoices
            operation={operation}
            items={itemsWithChoices}
            choices={itemsWithChoices[0]?.choices ?? []}
            named={`all ${int(itemsWithChoices.length)}`}
          />
        </p>
      )}
      <ul>
        {rows.map((item) => (
          <ItemRow key={item.id} operation={operation} item={item} />
        ))}
      </ul>
    </section>
  )
})
