import { component$, useSignal } from "@builder.io/qwik"
import type { ListingState } from "~/components/listing"
import { selectedKeys } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import { CopyDialog } from "./copy-dialog"
import type { Copying } from "./copying"

export const CopyHereButton = component$<{ readonly listing: ListingState; readonly contextId: string }>(
  ({ contextId, listing }) => {
    const open = useSignal<Copying | null>(null)
    return (
      <>
        <button
          type="button"
          class="btn btn-ghost btn-sm"
          onClick$={() => {
            open.value = { contextId, buckets: selectedKeys(listing.table) }
          }}
        >
          <Icon name="list-checks" /> Copy a feature here…
        </button>
        <CopyDialog open={open} />
      </>
    )
  }
)
