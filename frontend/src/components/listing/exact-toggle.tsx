import { component$ } from "@builder.io/qwik"
import type { ListingState } from "./use-listing"

export const ExactToggle = component$<{ readonly listing: ListingState }>(({ listing }) => {
  const { url } = listing.table
  return (
    <label class="flex min-h-8 items-center gap-2 text-xs whitespace-nowrap">
      <input
        type="checkbox"
        class="check"
        checked={url["match"] === "exact"}
        onChange$={(_, box) => {
          url["match"] = box.checked ? "exact" : ""
        }}
      />
      Exact match
    </label>
  )
})
