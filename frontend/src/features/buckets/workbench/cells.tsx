import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { bucketHref, fullName } from "~/lib/bucket-place"
import { Swatch } from "./swatch"
import type { OpsBucket, WorkbenchBucket } from "./workbench-row"

interface Cell {
  readonly row: WorkbenchBucket
}

export const NameCell = component$<Cell>(({ row }) => (
  <span class="flex min-w-0 items-center gap-2">
    <Icon name="database" class="text-ink-3" />
    <span class="truncate font-medium" title={row.name}>
      {row.name}
    </span>
  </span>
))

export const ContextCell = component$<{ readonly row: OpsBucket }>(({ row }) => (
  <NavLink
    href={bucketHref({ bucket: fullName(row), contextId: row.context_id })}
    class="link truncate"
    label={`Open ${row.name} in ${row.context_name}`}
  >
    {row.context_name}
  </NavLink>
))

export const TagsCell = component$<Cell>(({ row }) =>
  row.tags.length === 0 ? (
    <span class="text-ink-3">—</span>
  ) : (
    <span class="flex min-w-0 gap-1 overflow-hidden">
      {row.tags.map((tag) => (
        <span key={tag.id} class="badge">
          <Swatch color={tag.color} />
          {tag.label}
        </span>
      ))}
    </span>
  )
)
