import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { isFolderObject } from "../../transfers/entry-id"
import { FolderObjectNote } from "../listing/folder-object-note"
import type { MatchRow } from "./search-run"

export const MatchCell = component$<{ readonly row: MatchRow }>(({ row }) => (
  <span class="flex min-w-0 items-center gap-2">
    <Icon
      name={row.kind === "folder" ? "folder" : "file"}
      class={row.kind === "folder" ? "text-accent-text" : "text-ink-3"}
    />
    <span class={["truncate whitespace-pre", row.kind === "folder" && "font-medium"]} title={row.name}>
      {row.name}
    </span>
    {isFolderObject(row.id) && <FolderObjectNote />}
  </span>
))
