import { component$, type Signal } from "@builder.io/qwik"
import { selectedKeys, type Table } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import type { BucketPlace } from "~/lib/bucket-place"
import type { Sharing } from "./share"

const MAX_ENTRIES = 1000

export const ShareSelected = component$<{
  readonly table: Table
  readonly place: BucketPlace
  readonly sharing: Signal<Sharing | null>
}>(({ place, sharing, table }) => (
  <button
    type="button"
    class="btn btn-ghost btn-sm"
    disabled={selectedKeys(table).length > MAX_ENTRIES}
    onClick$={() => {
      sharing.value = { ...place, prefix: table.url["prefix"] ?? "", keys: selectedKeys(table) }
    }}
  >
    <Icon name="link" /> Share…
  </button>
))
