import { component$, useSignal } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { int } from "~/lib/format"
import { ItemChoices } from "./item-choices"
import { ItemRow } from "./item-row"
import type { Item, ItemState } from "./operation"

/** Rows that are in the page of one group, however many it has. */
export const ROWS = 25

const CALLED: Readonly<Record<ItemState, string>> = { failed: "Failed", running: "Under way", paused: "Paused", waiting: "Waiting", done: "Done", cancelled: "Cancelled" }

interface GroupProps {
  readonly operation: string
  readonly state: ItemState
  readonly items: ReadonlyArray<Item>
}

/** The items that came to the same end, a page of them at a time. */
export const ItemGroup = component$<GroupProps>(({ items, operation, state }) => {
  const wanted = useSignal(0)
  const pages = Math.ceil(items.length / ROWS)
  const page = Math.min(wanted.value, pages - 1)
  const first = page * ROWS
  const rows = items.slice(first, first + ROWS)
  const asked = items.filter(({ choices }) => choices.length > 0)
  return (
    <section aria-label={`${CALLED[state]}: ${int(items.length)}`}>
      <header class="flex min-h-8 items-center gap-2 px-4">
        <h4 class={["flex-1 text-xs font-medium", state === "failed" ? "text-danger" : "text-ink-3"]}>{CALLED[state]} <span class="num font-normal">{int(items.length)}</span></h4>
        {pages > 1 && (
          <>
            <span class="num text-xs text-ink-3" role="status">{int(first + 1)}–{int(first + rows.length)} of {int(items.length)}</span>
            <button type="button" class="btn btn-ghost btn-icon btn-sm" aria-label={`Previous: ${CALLED[state]}`} aria-disabled={page === 0 ? "true" : undefined} onClick$={() => { wanted.value = Math.max(0, Math.min(wanted.value, pages - 1) - 1) }}><Icon name="chevron-left" /></button>
            <button type="button" class="btn btn-ghost btn-icon btn-sm" aria-label={`Next: ${CALLED[state]}`} aria-disabled={page === pages - 1 ? "true" : undefined} onClick$={() => { wanted.value = Math.min(pages - 1, wanted.value + 1) }}><Icon name="chevron-right" /></button>
          </>
        )}
      </header>
      {asked.length > 1 && (
        <p class="flex flex-wrap items-center gap-2 px-4 pb-1 text-xs text-ink-2">
          <span class="num">{int(asked.length)} wait for your choice. For all of them:</span>
          <ItemChoices operation={operation} items={asked} choices={asked[0]?.choices ?? []} named={`all ${int(asked.length)}`} />
        </p>
      )}
      <ul>{rows.map((item) => <ItemRow key={item.id} operation={operation} item={item} />)}</ul>
    </section>
  )
})
