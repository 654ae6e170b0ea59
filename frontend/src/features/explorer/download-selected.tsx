import { component$ } from "@builder.io/qwik"
import { selectedKeys, type Table } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import type { BucketPlace } from "~/lib/bucket-place"
import { counted } from "~/lib/format"
import { useToasts } from "~/lib/toasts"
import { download } from "./download"

/** Downloads the selected objects one by one. Folders cannot be: then it says so, instead of leaving them out. */
export const DownloadSelected = component$<{ readonly table: Table; readonly place: BucketPlace }>(({ place, table }) => {
  const toasts = useToasts()
  const folders = selectedKeys(table).filter((key) => key.endsWith("/")).length
  return (
    <span class="flex items-center gap-2">
      <button
        type="button"
        class="btn btn-ghost btn-sm"
        disabled={folders > 0}
        aria-describedby={folders > 0 ? "why-no-download" : undefined}
        onClick$={async () => { for (const key of selectedKeys(table)) await download(place, key, toasts) }}
      >
        <Icon name="download" /> Download
      </button>
      {folders > 0 && <span id="why-no-download" class="text-ink-3">Only objects can be downloaded, and {counted(folders, "folder")} {folders === 1 ? "is" : "are"} selected</span>}
    </span>
  )
})
