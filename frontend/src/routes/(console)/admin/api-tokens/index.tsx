import { $, component$, useSignal } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { allTokens, type ApiToken, revokeToken } from "~/client/api-tokens"
import { columns, localPage, ResourceTable, type TableQuery, useResourceTable } from "~/components/resource-table"
import { ConfirmDialog } from "~/components/ui/confirm-dialog"
import { FilterChips } from "~/components/ui/filter-chips"
import { Icon } from "~/components/ui/icon"
import { ListingPage, PageHeader } from "~/components/ui/page-header"
import { EmptyState } from "~/components/ui/states"
import { ExpiresCell, NameCell, OwnerCell, ScopesCell, StateCell } from "~/features/api-token-inventory/cells"
import { TokenPanel } from "~/features/api-token-inventory/token-panel"
import { CreateTokenDialog } from "~/features/api-tokens/create-token-dialog"
import { int } from "~/lib/format"
import { toast, useToasts } from "~/lib/toasts"
import { useMe } from "~/lib/use-me"

const COLUMNS = columns<ApiToken>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "user", label: "Owner", width: "m", priority: 1, cell: OwnerCell },
  { key: "scopes", label: "Scopes", width: "m", priority: 3, cell: ScopesCell },
  { key: "state", label: "State", width: "s", priority: 2, sortable: true, cell: StateCell },
  { key: "created_at", label: "Created", width: "s", priority: 4, sortable: true, format: "ago" },
  { key: "expires_at", label: "Expires", width: "s", priority: 2, sortable: true, cell: ExpiresCell },
  { key: "last_used_at", label: "Last used", width: "s", priority: 3, sortable: true, format: "ago", absent: "Never" },
  { key: "last_used_address", label: "From", width: "s", priority: 4, format: "mono" }
])

const ENDED = [{ value: "", label: "Accepted now" }, { value: "too", label: "All" }]

/** Every row with what it is searched by. */
const searchable = (tokens: ReadonlyArray<ApiToken>) => tokens.map((token) => ({ ...token, owner: `${token.user.full_name} ${token.user.email}` }))

export default component$(() => {
  const toasts = useToasts()
  const me = useMe()
  const table = useResourceTable({ id: "api-tokens", sort: "-created_at", filters: { ended: "" } })
  const creating = useSignal(false)
  const revoking = useSignal(false)
  const open = table.state.version >= 0 && table.url.open ? (table.handle.value?.rowOf(table.url.open) as ApiToken | undefined) : undefined

  if (me.value !== undefined && me.value.role !== "ui_superadmin") {
    return (
      <ListingPage>
        <PageHeader title="API tokens" />
        <div class="grid place-items-center p-6">
          <EmptyState icon="lock" title="For super administrators" text="Only they see everybody’s API tokens. Your own are on the page of your account." />
        </div>
      </ListingPage>
    )
  }
  return (
    <ListingPage>
      <PageHeader title="API tokens" count={table.state.status === "ready" ? int(table.state.count) : undefined}>
        <button type="button" class="btn btn-secondary btn-icon" aria-label="Refresh" onClick$={() => table.handle.value?.reload()}><Icon name="refresh-cw" /></button>
        <button type="button" class="btn btn-primary" onClick$={() => { creating.value = true }}><Icon name="plus" /> Create token</button>
      </PageHeader>
      <ResourceTable
        table={table}
        label="API tokens"
        noun={{ one: "token", many: "tokens" }}
        columns={COLUMNS}
        rowKey="id"
        scope={me.value === undefined ? null : "all"}
        searchLabel="Search by name or owner"
        fetch$={$(async (query: TableQuery) => localPage(searchable(await allTokens(table.url["ended"] === "too", query.signal)), query, ["name", "owner"]))}
      >
        <div q:slot="filters" class="min-w-0"><FilterChips table={table} name="ended" label="Which tokens" options={ENDED} /></div>
        <div q:slot="empty">
          <EmptyState icon="ticket" title="No API token is accepted now" text="A script or a machine acts for somebody with a token. Everybody makes their own, for a limited time.">
            <button type="button" class="btn btn-primary" onClick$={() => { creating.value = true }}><Icon name="plus" /> Create token</button>
          </EmptyState>
        </div>
      </ResourceTable>
      {open && (
        <TokenPanel
          q:slot="panel"
          key={open.id}
          row={open}
          onClose$={$(() => { table.url.open = "" })}
          onRevoke$={$(() => { revoking.value = true })}
        />
      )}
      <CreateTokenDialog open={creating} onCreated$={$(() => table.handle.value?.reload())} />
      {open && (
        <ConfirmDialog
          id="revoke-token"
          open={revoking}
          title={`Revoke ${open.name}`}
          action="Revoke token"
          onConfirm$={$(async () => {
            await revokeToken(table.url.open)
            table.url.open = ""
            table.handle.value?.reload()
            toast(toasts, { tone: "ok", text: "The token is revoked" })
          })}
        >
          <p>Whatever uses this token of <b class="font-medium text-ink">{open.user.full_name}</b> is refused at once, for good. Their sessions stay.</p>
        </ConfirmDialog>
      )}
    </ListingPage>
  )
})

export const head: DocumentHead = { title: "API tokens" }
