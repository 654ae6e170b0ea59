import { component$, type Signal } from "@builder.io/qwik"
import type { ListingState } from "~/components/listing"
import { int } from "~/lib/format"
import type { SearchedWindow } from "./window"

interface SearchExtentProps {
  readonly listing: ListingState
  readonly looked: Signal<SearchedWindow | null>
  readonly most: Signal<number>
}

const MAX_SEARCHED = 5_000

export const SearchExtent = component$<SearchExtentProps>(({ listing, looked, most }) => {
  if (looked.value === null) return null
  const { more, rows } = looked.value
  return (
    <p class="flex flex-wrap items-center gap-x-2 gap-y-1 px-5 pb-2 text-xs text-ink-2" role="status">
      {more ? (
        <>Outcome and action are looked for among the newest {int(rows)} entries.</>
      ) : (
        <>Outcome and action were looked for among all {int(rows)} entries.</>
      )}
      {more && rows < MAX_SEARCHED && (
        <button
          type="button"
          class="link"
          onClick$={() => {
            most.value = Math.min(MAX_SEARCHED, most.value * 2)
            listing.table.handle.value?.reload()
          }}
        >
          Look among {int(Math.min(MAX_SEARCHED, most.value * 2))}
        </button>
      )}
      {more && rows >= MAX_SEARCHED && <span>Search, or narrow the time, to reach older ones.</span>}
    </p>
  )
})
