import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { type DocumentHead, useLocation } from "@builder.io/qwik-city"
import { type Account, listAccounts, unregisterAccount } from "~/client/storage-access"
import { columns, ResourceTable, type TableQuery, useResourceTable } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import { ListingPage, PageHeader } from "~/components/ui/page-header"
import { EmptyState } from "~/components/ui/states"
import { AccessPanel } from "~/features/storage-access/access-panel"
import { CreateAccountDialog, ImportAccountDialog } from "~/features/storage-access/account-dialogs"
import { EndpointCell } from "~/features/storage-access/endpoint-cell"
import { UnregisterDialog } from "~/features/storage-access/unregister-dialog"
import { int } from "~/lib/format"
import { takeFromAddress } from "~/lib/take-from-address"
import { toast, useToasts } from "~/lib/toasts"

interface Cell {
  readonly row: Account
}

const NameCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2"><Icon name="users" class="text-ink-3" /><span class="truncate font-medium">{row.name}</span></span>
))
const PeopleCell = component$<Cell>(({ row }) => <>{int(row.user_links.length + row.group_links.length)}</>)

const COLUMNS = columns<Account>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "rgw_account_id", label: "Account id", width: "l", priority: 2, sortable: true, format: "mono" },
  { key: "rgw_user_uid", label: "Root user", width: "m", priority: 4, format: "mono" },
  { key: "storage_endpoint_name", label: "Endpoint", width: "m", priority: 2, sortable: true, cell: EndpointCell },
  { key: "user_links", label: "People", width: "xs", priority: 3, numeric: true, cell: PeopleCell },
  { key: "created_at", label: "Registered", width: "s", priority: 4, sortable: true, format: "ago" }
])

export default component$(() => {
  const location = useLocation()
  const toasts = useToasts()
  const table = useResourceTable({ id: "accounts", sort: "name" })
  const importing = useSignal(false)
  const creating = useSignal(false)
  const unregistering = useSignal(false)
  const open = table.state.version >= 0 && table.url.open ? (table.handle.value?.rowOf(table.url.open) as Account | undefined) : undefined

  useVisibleTask$(
    ({ track }) => {
      track(() => location.url.href)
      if (takeFromAddress("import") === "1") importing.value = true
    },
    { strategy: "document-ready" }
  )
  const added = $((row: Account) => {
    table.handle.value?.reload()
    toast(toasts, { tone: "ok", text: `${row.name} is registered` })
  })

  return (
    <ListingPage>
      <PageHeader title="RGW accounts" count={table.state.status === "ready" ? int(table.state.count) : undefined}>
        <button type="button" class="btn btn-secondary btn-icon" aria-label="Refresh" onClick$={() => table.handle.value?.reload()}><Icon name="refresh-cw" /></button>
        <button type="button" class="btn btn-secondary" onClick$={() => { creating.value = true }}><Icon name="plus" /> Create on gateway</button>
        <button type="button" class="btn btn-primary" onClick$={() => { importing.value = true }}><Icon name="download" /> Import by id</button>
      </PageHeader>
      <ResourceTable
        table={table}
        label="RGW accounts"
        noun={{ one: "account", many: "accounts" }}
        columns={COLUMNS}
        rowKey="id"
        searchLabel="Search all accounts"
        fetch$={$(({ page, pageSize, search, signal, sortBy, sortDir }: TableQuery) =>
          listAccounts({ page, page_size: pageSize, search, sort_by: sortBy, sort_dir: sortDir }, signal))}
      >
        <div q:slot="empty">
          <EmptyState icon="users" title="No account yet" text="An account is what you act as: import one that the gateway has, or create one there.">
            <button type="button" class="btn btn-secondary" onClick$={() => { creating.value = true }}>Create on gateway</button>
            <button type="button" class="btn btn-primary" onClick$={() => { importing.value = true }}>Import by id</button>
          </EmptyState>
        </div>
      </ResourceTable>
      {open && (
        <AccessPanel
          q:slot="panel"
          key={open.id}
          kind="RGW account"
          row={open}
          onClose$={$(() => { table.url.open = "" })}
          onUnregister$={$(() => { unregistering.value = true })}
        />
      )}
      <ImportAccountDialog open={importing} onAdded$={added} />
      <CreateAccountDialog open={creating} onAdded$={added} />
      {open && (
        <UnregisterDialog
          open={unregistering}
          name={open.name}
          onUnregister$={$(async () => {
            const gone = await unregisterAccount(Number(table.url.open))
            table.url.open = ""
            table.handle.value?.reload()
            return gone
          })}
        />
      )}
    </ListingPage>
  )
})

export const head: DocumentHead = { title: "RGW accounts" }
