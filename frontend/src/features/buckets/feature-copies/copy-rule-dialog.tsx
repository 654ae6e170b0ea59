import { component$, useSignal } from "@builder.io/qwik"
import type { ListingState } from "~/components/listing"
import { selectedKeys } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import type { FeatureName } from "~/features/buckets/bucket-features/feature"
import { CopyDialog } from "./copy-dialog"
import type { Copying } from "./copying"

interface Props {
  readonly listing: ListingState
  readonly contextId: string
  readonly feature: FeatureName
}

const bucketOf = (key: string): string => key.split("/")[0] ?? key

export const CopyRule = component$<Props>(({ contextId, feature, listing }) => {
  const open = useSignal<Copying | null>(null)
  return (
    <>
      <button
        type="button"
        class="btn btn-ghost btn-sm"
        onClick$={() => {
          const source = bucketOf(listing.table.url.open)
          const buckets = [...new Set(selectedKeys(listing.table).map(bucketOf))].filter((name) => name !== source)
          open.value = { contextId, buckets, feature, ...(source === "" ? {} : { source }) }
        }}
      >
        <Icon name="list-checks" /> Copy a feature here…
      </button>
      <CopyDialog open={open} />
    </>
  )
})
