import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { type DocumentHead, useLocation } from "@builder.io/qwik-city"
import type { LdapProvider, OidcProvider, ProviderType } from "~/client/identity-providers"
import { columns, localPage, ResourceTable, type TableQuery, useResourceTable } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import { ListingPage, PageHeader } from "~/components/ui/page-header"
import { EmptyState } from "~/components/ui/states"
import { AddMenu } from "~/features/identity-providers/add-menu"
import { EnabledCell, LabelCell, PolicyCell, TypeCell } from "~/features/identity-providers/cells"
import { DeleteProviderDialog } from "~/features/identity-providers/delete-provider-dialog"
import { LdapDialog } from "~/features/identity-providers/ldap-dialog"
import { OidcDialog } from "~/features/identity-providers/oidc-dialog"
import { PasskeyPolicy } from "~/features/identity-providers/passkey-policy"
import { ProviderPanel } from "~/features/identity-providers/provider-panel"
import { ldapRow, listProviders, oidcRow, type ProviderRow } from "~/features/identity-providers/provider-row"
import { int } from "~/lib/format"
import { takeFromAddress } from "~/lib/take-from-address"
import { toast, useToasts } from "~/lib/toasts"

const COLUMNS = columns<ProviderRow>([
  { key: "label", label: "Label", width: "name", priority: 1, sortable: true, cell: LabelCell },
  { key: "type", label: "Type", width: "m", priority: 2, sortable: true, cell: TypeCell },
  { key: "id", label: "Id", width: "s", priority: 3, sortable: true, format: "mono" },
  { key: "address", label: "Issuer or address", width: "l", priority: 2, sortable: true, format: "mono" },
  { key: "policy", label: "Linking", width: "m", priority: 4, sortable: true, cell: PolicyCell },
  { key: "identity_count", label: "People", width: "s", priority: 3, numeric: true, sortable: true, format: "int" },
  { key: "enabled", label: "State", width: "s", priority: 1, sortable: true, cell: EnabledCell }
])

export default component$(() => {
  const location = useLocation()
  const toasts = useToasts()
  const table = useResourceTable({ id: "identity-providers", sort: "label" })
  const addingOidc = useSignal(false)
  const addingLdap = useSignal(false)
  const changing = useSignal(false)
  const deleting = useSignal(false)
  const open = table.state.version >= 0 && table.url.open ? (table.handle.value?.rowOf(table.url.open) as ProviderRow | undefined) : undefined

  useVisibleTask$(
    ({ track }) => {
      track(() => location.url.href)
      const type = takeFromAddress("create")
      if (type === "oidc") addingOidc.value = true
      if (type === "ldap") addingLdap.value = true
    },
    { strategy: "document-ready" }
  )
  const add = $((type: ProviderType) => {
    if (type === "oidc") addingOidc.value = true
    else addingLdap.value = true
  })
  const saved = $((row: ProviderRow) => {
    table.handle.value?.reload()
    table.url.open = row.key
    toast(toasts, { tone: "ok", text: `${row.label} is saved` })
  })
  const savedOidc = $((provider: OidcProvider) => saved(oidcRow(provider)))
  const savedLdap = $((provider: LdapProvider) => saved(ldapRow(provider)))

  return (
    <ListingPage>
      <PageHeader title="Identity providers" count={table.state.status === "ready" ? int(table.state.count) : undefined}>
        <button type="button" class="btn btn-secondary btn-icon" aria-label="Refresh" onClick$={() => table.handle.value?.reload()}><Icon name="refresh-cw" /></button>
        <AddMenu id="add-provider" onAdd$={add} />
      </PageHeader>
      <PasskeyPolicy />
      <ResourceTable
        table={table}
        label="Identity providers"
        noun={{ one: "provider", many: "providers" }}
        columns={COLUMNS}
        rowKey="key"
        searchLabel="Search by label, id or address"
        fetch$={$(async (query: TableQuery) => localPage(await listProviders(query.signal), query, ["label", "id", "address"]))}
      >
        <div q:slot="empty">
          <EmptyState icon="id-card" title="No identity provider yet" text="People sign in with a password and a passkey. With a provider they use the account that they have already.">
            <button type="button" class="btn btn-secondary" onClick$={() => add("ldap")}>Add LDAP directory</button>
            <button type="button" class="btn btn-primary" onClick$={() => add("oidc")}>Add OpenID Connect</button>
          </EmptyState>
        </div>
      </ResourceTable>
      {open && (
        <ProviderPanel
          q:slot="panel"
          key={open.key}
          row={open}
          onClose$={$(() => { table.url.open = "" })}
          onEdit$={$(() => { changing.value = true })}
          onDelete$={$(() => { deleting.value = true })}
        />
      )}
      <OidcDialog open={addingOidc} provider={null} onSaved$={savedOidc} />
      <LdapDialog open={addingLdap} provider={null} onSaved$={savedLdap} />
      {open?.oidc && <OidcDialog open={changing} provider={open.oidc} onSaved$={savedOidc} />}
      {open?.ldap && <LdapDialog open={changing} provider={open.ldap} onSaved$={savedLdap} />}
      {open && (
        <DeleteProviderDialog
          open={deleting}
          row={open}
          onDeleted$={$(() => {
            table.url.open = ""
            table.handle.value?.reload()
          })}
        />
      )}
    </ListingPage>
  )
})

export const head: DocumentHead = { title: "Identity providers" }
