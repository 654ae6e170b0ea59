import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { type DocumentHead, useLocation } from "@builder.io/qwik-city"
import { type Bucket, listBuckets, refreshBuckets } from "~/client/buckets"
import { asProblem } from "~/client/problem-error"
import { columns, ResourceTable, selectedKeys, type TableQuery, useResourceTable } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import { ListingPage, PageHeader } from "~/components/ui/page-header"
import { EmptyState } from "~/components/ui/states"
import { BucketPanel } from "~/features/buckets/bucket-panel"
import { NameCell, QuotaCell, VersioningCell } from "~/features/buckets/cells"
import { CreateBucketDialog } from "~/features/buckets/create-bucket-dialog"
import { DeleteBucketsDialog } from "~/features/buckets/delete-buckets-dialog"
import { ListingLine } from "~/features/buckets/listing-line"
import { staleness } from "~/features/buckets/staleness"
import { useLiveBuckets } from "~/features/buckets/use-live-buckets"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { int } from "~/lib/format"
import { takeFromAddress } from "~/lib/take-from-address"
import { toast, useToasts } from "~/lib/toasts"

const COLUMNS = columns<Bucket>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "owner", label: "Owner", width: "m", priority: 4, sortable: true, format: "mono", optional: true },
  { key: "object_count", label: "Objects", width: "s", priority: 2, numeric: true, sortable: true, format: "int" },
  { key: "used_bytes", label: "Size", width: "s", priority: 1, numeric: true, sortable: true, format: "bytes" },
  { key: "quota_usage", label: "Quota", width: "m", priority: 2, sortable: true, cell: QuotaCell },
  { key: "versioning", label: "Versioning", width: "s", priority: 4, cell: VersioningCell },
  { key: "created_at", label: "Created", width: "s", priority: 3, sortable: true, format: "ago" }
])

export default component$(() => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const toasts = useToasts()
  const table = useResourceTable({ id: "buckets", sort: "name" })
  const live = useLiveBuckets(table)
  const creating = useSignal(false)
  const deleting = useSignal(false)
  const doomed = useSignal<ReadonlyArray<string>>([])
  const contextId = contexts.current?.id ?? ""
  const open = table.state.version >= 0 && table.url.open ? (table.handle.value?.rowOf(table.url.open) as Bucket | undefined) : undefined

  useVisibleTask$(
    ({ track }) => {
      track(() => location.url.href)
      if (takeFromAddress("create") === "1") creating.value = true
    },
    { strategy: "document-ready" }
  )

  return (
    <ListingPage>
      <PageHeader title="Buckets" count={table.state.status === "ready" ? int(table.state.count) : undefined}>
        <button
          type="button"
          class="btn btn-secondary btn-icon"
          aria-label="Read the gateway again"
          disabled={contexts.current === null || live.listing?.refreshing === true}
          onClick$={async () => {
            try {
              await refreshBuckets(contexts.current?.id ?? "")
            } catch (cause) {
              toast(toasts, { tone: "danger", text: "The listing was not refreshed", detail: asProblem(cause).message })
            }
          }}
        >
          <Icon name="refresh-cw" class={live.listing?.refreshing === true ? "spin" : ""} />
        </button>
        <button type="button" class="btn btn-primary" disabled={contexts.current === null} onClick$={() => { creating.value = true }}><Icon name="plus" /> Create bucket</button>
      </PageHeader>
      <ResourceTable
        table={table}
        label="Buckets"
        noun={{ one: "bucket", many: "buckets" }}
        columns={COLUMNS}
        rowKey="name"
        selectable
        scope={contexts.current?.id ?? null}
        searchLabel="Search all buckets"
        fetch$={$(async ({ page, pageSize, search, signal, sortBy, sortDir }: TableQuery) => {
          const found = await listBuckets(contexts.current?.id ?? "", { page, page_size: pageSize, search, sort_by: sortBy, sort_dir: sortDir }, signal)
          return { items: found.items, total: found.total, stale: staleness(found.listing) }
        })}
      >
        <div q:slot="filters"><ListingLine live={live} /></div>
        <button
          q:slot="bulk"
          type="button"
          class="btn btn-ghost btn-sm text-danger"
          onClick$={() => {
            doomed.value = selectedKeys(table)
            deleting.value = true
          }}
        >
          <Icon name="trash-2" /> Delete
        </button>
        <div q:slot="empty">
          <EmptyState icon="database" title="No bucket yet" text="A bucket holds objects. Create the first one of this account here.">
            <button type="button" class="btn btn-primary" onClick$={() => { creating.value = true }}><Icon name="plus" /> Create bucket</button>
          </EmptyState>
        </div>
      </ResourceTable>
      {open && contexts.current && (
        <BucketPanel
          q:slot="panel"
          key={open.name}
          row={open}
          context={contexts.current}
          onClose$={$(() => { table.url.open = "" })}
          onDelete$={$(() => {
            doomed.value = [table.url.open]
            deleting.value = true
          })}
        />
      )}
      <CreateBucketDialog
        open={creating}
        contextId={contextId}
        onCreated$={$((bucket: Bucket) => {
          table.handle.value?.reload()
          toast(toasts, { tone: "ok", text: `${bucket.name} is created` })
        })}
      />
      <DeleteBucketsDialog
        open={deleting}
        contextId={contextId}
        names={doomed.value}
        onDeleted$={$((names: ReadonlyArray<string>) => {
          if (names.includes(table.url.open)) table.url.open = ""
          table.handle.value?.clearSelection()
          table.handle.value?.reload()
        })}
      />
    </ListingPage>
  )
})

export const head: DocumentHead = { title: "Buckets" }
