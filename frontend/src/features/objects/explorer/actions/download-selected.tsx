import { component$ } from "@builder.io/qwik"
import { selectedKeys, type Table } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import type { BucketPlace } from "~/lib/bucket-place"
import { int } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { useToasts } from "~/lib/toasts"
import { downloadAll } from "../../transfers/download"
import { isFolderEntry } from "../../transfers/entry-id"

/** Maximum of entries in an archive; a folder may hold any number. */
const MOST = 1000

export const DownloadSelected = component$<{ readonly table: Table; readonly place: BucketPlace }>(
  ({ place, table }) => {
    const operations = useOperations()
    const toasts = useToasts()
    const keys = selectedKeys(table)
    const tooMany = keys.length > MOST
    const archive = keys.length > 1 || keys.some(isFolderEntry)
    return (
      <span class="flex items-center gap-2">
        <button
          type="button"
          class="btn btn-ghost btn-sm"
          disabled={tooMany}
          aria-describedby={tooMany ? "why-no-download" : undefined}
          onClick$={() => downloadAll(place, table.url["prefix"] ?? "", selectedKeys(table), { operations, toasts })}
        >
          <Icon name="download" /> {archive ? "Download as ZIP" : "Download"}
        </button>
        {tooMany && (
          <span id="why-no-download" class="text-ink-3">
            At most {int(MOST)} entries go into one ZIP. Select their folder instead.
          </span>
        )}
      </span>
    )
  }
)
