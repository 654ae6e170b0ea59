import { $, component$, useSignal } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { type LinkRequest, linkRequests } from "~/client/identity"
import { columns, ResourceTable, type TableQuery, useResourceTable } from "~/components/resource-table"
import { FilterChips } from "~/components/ui/filter-chips"
import { Icon } from "~/components/ui/icon"
import { ListingPage, PageHeader } from "~/components/ui/page-header"
import { EmptyState } from "~/components/ui/states"
import { AccountCell, ExpiresCell, ProviderCell, StatusCell, WhoCell } from "~/features/link-requests/cells"
import { ApproveDialog, RejectDialog } from "~/features/link-requests/decide-dialogs"
import { LinkRequestPanel } from "~/features/link-requests/link-request-panel"

const COLUMNS = columns<LinkRequest>([
  { key: "email", label: "Who asks", width: "name", priority: 1, cell: WhoCell },
  { key: "provider_id", label: "Provider", width: "m", priority: 2, cell: ProviderCell },
  { key: "target", label: "For the account of", width: "m", priority: 1, cell: AccountCell },
  { key: "reason", label: "Why by hand", width: "l", priority: 4 },
  { key: "requested_at", label: "Asked", width: "s", priority: 3, format: "ago" },
  { key: "expires_at", label: "Expires", width: "s", priority: 3, cell: ExpiresCell },
  { key: "status", label: "Status", width: "xs", priority: 2, cell: StatusCell }
])

const STATUSES = [
  { value: "", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
  { value: "expired", label: "Expired" },
  { value: "all", label: "All" }
]

export default component$(() => {
  const table = useResourceTable({ id: "link-requests", sort: "-requested_at", filters: { status: "" } })
  const approving = useSignal(false)
  const rejecting = useSignal(false)
  const open = table.state.version >= 0 && table.url.open ? (table.handle.value?.rowOf(table.url.open) as LinkRequest | undefined) : undefined
  const decided = $(() => {
    table.url.open = ""
    table.handle.value?.reload()
  })

  return (
    <ListingPage>
      <PageHeader title="Link requests">
        <button type="button" class="btn btn-secondary btn-icon" aria-label="Refresh" onClick$={() => table.handle.value?.reload()}><Icon name="refresh-cw" /></button>
      </PageHeader>
      <ResourceTable
        table={table}
        label="Link requests"
        noun={{ one: "request", many: "requests" }}
        columns={COLUMNS}
        rowKey="id"
        fetch$={$(({ cursor, pageSize, signal }: TableQuery) => {
          const status = table.url["status"] || "pending"
          return linkRequests({ cursor, limit: pageSize, status: status === "all" ? "" : status }, signal)
        })}
      >
        <div q:slot="filters" class="min-w-0"><FilterChips table={table} name="status" label="Status" options={STATUSES} /></div>
        <div q:slot="empty">
          <EmptyState
            icon="user-check"
            title="Nobody waits"
            text="When somebody signs in with a provider, and an account with their e-mail address is there already, you say here whether it is theirs."
          />
        </div>
      </ResourceTable>
      {open && (
        <LinkRequestPanel
          q:slot="panel"
          key={open.id}
          row={open}
          onClose$={$(() => { table.url.open = "" })}
          onApprove$={$(() => { approving.value = true })}
          onReject$={$(() => { rejecting.value = true })}
        />
      )}
      {open && <ApproveDialog open={approving} row={open} onDecided$={decided} />}
      {open && <RejectDialog open={rejecting} row={open} onDecided$={decided} />}
    </ListingPage>
  )
})

export const head: DocumentHead = { title: "Link requests" }
