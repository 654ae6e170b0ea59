import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { type DocumentHead, useLocation } from "@builder.io/qwik-city"
import { deleteEndpoint, listEndpoints, type StorageEndpoint } from "~/client/endpoints"
import { columns, localPage, ResourceTable, type TableQuery, useResourceTable } from "~/components/resource-table"
import { Badge } from "~/components/ui/badge"
import { ConfirmDialog } from "~/components/ui/confirm-dialog"
import { Icon } from "~/components/ui/icon"
import { ListingPage, PageHeader } from "~/components/ui/page-header"
import { EmptyState } from "~/components/ui/states"
import { EndpointDialog } from "~/features/endpoints/endpoint-dialog"
import { EndpointPanel } from "~/features/endpoints/endpoint-panel"
import { HealthBadge } from "~/features/endpoints/health-badge"
import { int } from "~/lib/format"
import { takeFromAddress } from "~/lib/take-from-address"
import { toast, useToasts } from "~/lib/toasts"

interface Cell {
  readonly row: StorageEndpoint
}

const KINDS = { cluster: "Ceph", cloud: "Cloud", other: "Other" } as const

const NameCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2">
    <Icon name="server" class="text-ink-3" />
    <span class="truncate font-medium">{row.name}</span>
    {row.is_default && <Badge text="Default" tone="info" />}
    {row.is_sandbox && <Badge text="Sandbox" />}
  </span>
))
const HealthCell = component$<Cell>(({ row }) => <HealthBadge health={row.health} />)
const KindCell = component$<Cell>(({ row }) => <>{KINDS[row.provider]}</>)
const ContextsCell = component$<Cell>(({ row }) => <>{int(row.account_count + row.s3_user_count)}</>)

const COLUMNS = columns<StorageEndpoint>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "url", label: "Address", width: "l", priority: 2, sortable: true, format: "mono" },
  { key: "provider", label: "Kind", width: "xs", priority: 4, sortable: true, cell: KindCell },
  { key: "region", label: "Region", width: "s", priority: 4, sortable: true },
  { key: "account_count", label: "Contexts", width: "s", priority: 3, numeric: true, cell: ContextsCell },
  { key: "health", label: "Health", width: "m", priority: 1, cell: HealthCell }
])

export default component$(() => {
  const location = useLocation()
  const toasts = useToasts()
  const table = useResourceTable({ id: "endpoints", sort: "name" })
  const creating = useSignal(false)
  const changing = useSignal(false)
  const deleting = useSignal(false)
  const open = table.state.version >= 0 && table.url.open ? (table.handle.value?.rowOf(table.url.open) as StorageEndpoint | undefined) : undefined

  useVisibleTask$(
    ({ track }) => {
      track(() => location.url.href)
      if (takeFromAddress("create") === "1") creating.value = true
    },
    { strategy: "document-ready" }
  )
  const saved = $((endpoint: StorageEndpoint) => {
    table.handle.value?.reload()
    table.url.open = String(endpoint.id)
    toast(toasts, { tone: "ok", text: `${endpoint.name} is saved` })
  })

  return (
    <ListingPage>
      <PageHeader title="Storage endpoints" count={table.state.status === "ready" ? int(table.state.count) : undefined}>
        <button type="button" class="btn btn-secondary btn-icon" aria-label="Refresh" onClick$={() => table.handle.value?.reload()}><Icon name="refresh-cw" /></button>
        <button type="button" class="btn btn-primary" onClick$={() => { creating.value = true }}><Icon name="plus" /> Add endpoint</button>
      </PageHeader>
      <ResourceTable
        table={table}
        label="Storage endpoints"
        noun={{ one: "endpoint", many: "endpoints" }}
        columns={COLUMNS}
        rowKey="id"
        searchLabel="Search by name, address or region"
        fetch$={$(async (query: TableQuery) => localPage(await listEndpoints(query.signal), query, ["name", "url", "region"]))}
      >
        <div q:slot="empty">
          <EmptyState icon="server" title="No storage endpoint yet" text="Register the address of a Ceph RGW or another S3-compatible gateway to begin.">
            <button type="button" class="btn btn-primary" onClick$={() => { creating.value = true }}><Icon name="plus" /> Add endpoint</button>
          </EmptyState>
        </div>
      </ResourceTable>
      {open && (
        <EndpointPanel
          q:slot="panel"
          key={open.id}
          endpoint={open}
          onClose$={$(() => { table.url.open = "" })}
          onEdit$={$(() => { changing.value = true })}
          onDelete$={$(() => { deleting.value = true })}
          onChecked$={$(() => table.handle.value?.reload())}
        />
      )}
      <EndpointDialog open={creating} endpoint={null} onSaved$={saved} />
      {open && <EndpointDialog open={changing} endpoint={open} onSaved$={saved} />}
      {open && (
        <ConfirmDialog
          id="delete-endpoint"
          open={deleting}
          title={`Delete ${open.name}`}
          action="Delete endpoint"
          typed={open.name}
          onConfirm$={$(async () => {
            await deleteEndpoint(Number(table.url.open))
            table.url.open = ""
            table.handle.value?.reload()
            toast(toasts, { tone: "ok", text: "The endpoint is deleted", detail: "Nothing on the gateway was changed." })
          })}
        >
          <p>Stowage forgets this endpoint and its stored key. Nothing on the gateway is changed. An endpoint that accounts or users still belong to stays.</p>
        </ConfirmDialog>
      )}
    </ListingPage>
  )
})

export const head: DocumentHead = { title: "Storage endpoints" }
