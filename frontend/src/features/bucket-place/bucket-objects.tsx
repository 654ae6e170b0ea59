import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { byCursor, columns, type ListQuery, type Reading, ResourceTable, useResourceTable } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import { EmptyState } from "~/components/ui/states"
import { crumbsOf, entriesOf, type Entry } from "~/features/explorer/entries"
import { EntryCell } from "~/features/explorer/entry-cell"
import { bucketOfPath, inBucket } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"

const COLUMNS = columns<Entry>([
  { key: "name", label: "Name", width: "name", priority: 1, cell: EntryCell },
  { key: "size_bytes", label: "Size", width: "s", priority: 1, numeric: true, format: "bytes" },
  { key: "storage_class", label: "Class", width: "s", priority: 3 },
  { key: "modified_at", label: "Modified", width: "m", priority: 2, format: "ago" }
])

/** What a bucket holds, to look at: folders open, nothing is changed. Uploads and the rest are the Browser's. */
export const BucketObjects = component$(() => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const table = useResourceTable({ id: "bucket-objects", sort: "name", paging: "cursor", position: { prefix: "" } })
  const bucket = bucketOfPath(location.url.pathname)?.name ?? ""
  const prefix = table.url["prefix"] ?? ""
  const go = $((folder: string) => {
    table.url.q = ""
    table.url["prefix"] = folder
  })
  return (
    <div class="flex min-h-0 flex-1 flex-col pt-3" data-testid="bucket-objects">
      {prefix !== "" && (
        <nav aria-label="Folder" class="flex min-w-0 flex-none flex-wrap items-center gap-0.5 px-5 pb-2">
          <button type="button" class="btn btn-ghost btn-sm" onClick$={() => go("")}>{bucket}</button>
          {crumbsOf(prefix).map((crumb) => (
            <span key={crumb.prefix} class="flex min-w-0 items-center">
              <Icon name="chevron-right" class="text-ink-3" />
              <button type="button" class="btn btn-ghost btn-sm min-w-0" aria-current={crumb.prefix === prefix ? "location" : undefined} onClick$={() => go(crumb.prefix)}><span class="max-w-60 truncate" title={crumb.name}>{crumb.name}</span></button>
            </span>
          ))}
        </nav>
      )}
      <ResourceTable
        table={table}
        label={`Objects in ${bucket}`}
        noun={{ one: "entry", many: "entries" }}
        columns={COLUMNS}
        rowKey="key"
        scope={contexts.current === null ? null : `${contexts.current.id}/${bucket}`}
        searchLabel="Names in this folder that begin with"
        href$={$((key: string) => key.endsWith("/") ? `?${new URLSearchParams({ context_id: contexts.current?.id ?? "", prefix: key })}` : null)}
        onOpen$={$(async (key: string) => { if (key.endsWith("/")) await go(key) })}
        fetch$={$(async (wanted: ListQuery, { signal }: Reading) => {
          const folder = table.url["prefix"] ?? ""
          const { cursor, limit, search } = byCursor(wanted)
          const { params, query } = inBucket({ contextId: contexts.current?.id ?? "", bucket })
          const asked = { prefix: folder + (search ?? ""), continuation_token: cursor, max_keys: limit }
          const page = await call("GET /api/browser/buckets/:bucket_name/objects", { params, query: { ...query, ...asked }, signal })
          return { items: entriesOf(page, folder), total: null, next: page.next_continuation_token }
        })}
      >
        <div q:slot="empty"><EmptyState icon="folder" title="Nothing here" text="This bucket, or this folder of it, holds no object. Uploads are made in the Browser." /></div>
      </ResourceTable>
    </div>
  )
})
