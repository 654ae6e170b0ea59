import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { type DocumentHead, useLocation } from "@builder.io/qwik-city"
import { type S3User, listS3Users, unregisterS3User } from "~/client/storage-access"
import { columns, ResourceTable, type TableQuery, useResourceTable } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import { ListingPage, PageHeader } from "~/components/ui/page-header"
import { EmptyState } from "~/components/ui/states"
import { AccessPanel } from "~/features/storage-access/access-panel"
import { CreateS3UserDialog, ImportS3UserDialog } from "~/features/storage-access/s3-user-dialogs"
import { EndpointCell } from "~/features/storage-access/endpoint-cell"
import { UnregisterDialog } from "~/features/storage-access/unregister-dialog"
import { int } from "~/lib/format"
import { takeFromAddress } from "~/lib/take-from-address"
import { toast, useToasts } from "~/lib/toasts"

interface Cell {
  readonly row: S3User
}

const NameCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2"><Icon name="user" class="text-ink-3" /><span class="truncate font-medium">{row.name}</span></span>
))
const PeopleCell = component$<Cell>(({ row }) => <>{int(row.user_links.length + row.group_links.length)}</>)

const COLUMNS = columns<S3User>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "rgw_user_uid", label: "User id", width: "l", priority: 1, sortable: true, format: "mono" },
  { key: "storage_endpoint_name", label: "Endpoint", width: "m", priority: 2, sortable: true, cell: EndpointCell },
  { key: "user_links", label: "People", width: "xs", priority: 3, numeric: true, cell: PeopleCell },
  { key: "created_at", label: "Registered", width: "s", priority: 4, sortable: true, format: "ago" }
])

export default component$(() => {
  const location = useLocation()
  const toasts = useToasts()
  const table = useResourceTable({ id: "s3-users", sort: "name" })
  const importing = useSignal(false)
  const creating = useSignal(false)
  const unregistering = useSignal(false)
  const open = table.state.version >= 0 && table.url.open ? (table.handle.value?.rowOf(table.url.open) as S3User | undefined) : undefined

  useVisibleTask$(
    ({ track }) => {
      track(() => location.url.href)
      if (takeFromAddress("import") === "1") importing.value = true
    },
    { strategy: "document-ready" }
  )
  const added = $((row: S3User) => {
    table.handle.value?.reload()
    toast(toasts, { tone: "ok", text: `${row.name} is registered` })
  })

  return (
    <ListingPage>
      <PageHeader title="RGW users" count={table.state.status === "ready" ? int(table.state.count) : undefined}>
        <button type="button" class="btn btn-secondary btn-icon" aria-label="Refresh" onClick$={() => table.handle.value?.reload()}><Icon name="refresh-cw" /></button>
        <button type="button" class="btn btn-secondary" onClick$={() => { creating.value = true }}><Icon name="plus" /> Create on gateway</button>
        <button type="button" class="btn btn-primary" onClick$={() => { importing.value = true }}><Icon name="download" /> Import by id</button>
      </PageHeader>
      <ResourceTable
        table={table}
        label="RGW users"
        noun={{ one: "user", many: "users" }}
        columns={COLUMNS}
        rowKey="id"
        searchLabel="Search all users"
        fetch$={$(({ page, pageSize, search, signal, sortBy, sortDir }: TableQuery) =>
          listS3Users({ page, page_size: pageSize, search, sort_by: sortBy, sort_dir: sortDir }, signal))}
      >
        <div q:slot="empty">
          <EmptyState icon="user" title="No user yet" text="Users without an account, as older gateways have them: import one by its id, or create one on the gateway.">
            <button type="button" class="btn btn-secondary" onClick$={() => { creating.value = true }}>Create on gateway</button>
            <button type="button" class="btn btn-primary" onClick$={() => { importing.value = true }}>Import by id</button>
          </EmptyState>
        </div>
      </ResourceTable>
      {open && (
        <AccessPanel
          q:slot="panel"
          key={open.id}
          kind="RGW user"
          row={open}
          onClose$={$(() => { table.url.open = "" })}
          onUnregister$={$(() => { unregistering.value = true })}
        />
      )}
      <ImportS3UserDialog open={importing} onAdded$={added} />
      <CreateS3UserDialog open={creating} onAdded$={added} />
      {open && (
        <UnregisterDialog
          open={unregistering}
          name={open.name}
          onUnregister$={$(async () => {
            const gone = await unregisterS3User(Number(table.url.open))
            table.url.open = ""
            table.handle.value?.reload()
            return gone
          })}
        />
      )}
    </ListingPage>
  )
})

export const head: DocumentHead = { title: "RGW users" }
