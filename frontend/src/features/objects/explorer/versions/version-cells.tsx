import { component$ } from "@builder.io/qwik"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { FolderObjectNote } from "../listing/folder-object-note"
import type { VersionRow } from "./versions"

const ICONS = { folder: "folder", version: "file", marker: "trash-2" } as const

export const VersionCell = component$<{ readonly row: VersionRow }>(({ row }) => (
  <span class="flex min-w-0 items-center gap-2">
    <Icon name={ICONS[row.kind]} class={row.kind === "folder" ? "text-accent-text" : "text-ink-3"} />
    <span
      class={[
        "truncate whitespace-pre",
        row.kind === "folder" && "font-medium",
        row.kind === "marker" && row.latest && "text-ink-2 line-through"
      ]}
      title={row.name}
    >
      {row.name}
    </span>
    {row.kind !== "folder" && row.key.endsWith("/") && <FolderObjectNote />}
  </span>
))

export const VersionState = component$<{ readonly row: VersionRow }>(({ row }) => {
  if (row.kind === "folder") return <span class="text-ink-3">—</span>
  if (row.kind === "marker")
    return row.latest ? <Badge text="Deleted" tone="warn" /> : <span class="text-ink-2">Delete marker</span>
  return row.latest ? <Badge text="Current" tone="ok" /> : <span class="text-ink-2">Earlier</span>
})
