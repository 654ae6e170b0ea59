import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { isFolderObject } from "../../transfers/entry-id"
import type { Entry } from "./entries"
import { FolderObjectNote } from "./folder-object-note"

const IMAGE = /\.(avif|gif|jpe?g|png|svg|webp)$/i

export const EntryCell = component$<{ readonly row: Entry }>(({ row }) => (
  <span class="flex min-w-0 items-center gap-2">
    <Icon
      name={row.kind === "folder" ? "folder" : IMAGE.test(row.key) ? "image" : "file"}
      class={row.kind === "folder" ? "text-accent-text" : "text-ink-3"}
    />
    <span class={["truncate whitespace-pre", row.kind === "folder" && "font-medium"]} title={row.name}>
      {row.name}
    </span>
    {isFolderObject(row.id) && <FolderObjectNote />}
  </span>
))
