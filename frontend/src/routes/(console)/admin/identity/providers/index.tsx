import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { EnabledCell, LabelCell, PolicyCell, TypeCell } from "~/features/identity/identity-providers/cells"
import { PasskeyPolicy } from "~/features/identity/identity-providers/passkey-policy"
import { ProviderPanel } from "~/features/identity/identity-providers/provider-panel"
import { listProviders, type ProviderRow } from "~/features/identity/identity-providers/provider-row"

const COLUMNS = columns<ProviderRow>([
  { key: "label", label: "Label", width: "name", priority: 1, sortable: true, cell: LabelCell },
  { key: "type", label: "Type", width: "m", priority: 2, sortable: true, cell: TypeCell },
  { key: "id", label: "Id", width: "s", priority: 3, sortable: true, format: "mono" },
  { key: "address", label: "Address", width: "l", priority: 2, sortable: true, format: "mono" },
  { key: "policy", label: "Linking", width: "m", priority: 4, sortable: true, cell: PolicyCell },
  { key: "identity_count", label: "People", width: "s", priority: 3, numeric: true, sortable: true, format: "int" },
  { key: "enabled", label: "State", width: "s", priority: 1, sortable: true, cell: EnabledCell }
])

const FILTERS = [
  {
    kind: "choice",
    name: "type",
    label: "Type",
    of: "type",
    options: [
      { value: "oidc", label: "OpenID Connect" },
      { value: "ldap", label: "LDAP" }
    ]
  },
  { kind: "boolean", name: "enabled", label: "State", of: "enabled", yes: "Enabled", no: "Disabled" }
] as const

export default component$(() => {
  const providers = useListing(COLUMNS, {
    id: "identity-providers",
    title: "Identity providers",
    noun: { one: "provider", many: "providers" },
    rowKey: "key",
    sort: "label",
    search: "Search by label, id or address",
    filters: FILTERS,
    whole$: $(({ signal }) => listProviders(signal)),
    searchIn: ["label", "id", "address"],
    begin: [
      {
        intent: "create-ldap",
        label: "Add LDAP directory",
        menu: { label: "LDAP directory", hint: "OpenLDAP, Active Directory…" },
        icon: "database",
        opens: "/admin/identity/providers/new/ldap"
      },
      {
        intent: "create-oidc",
        label: "Add OpenID Connect",
        menu: { label: "OpenID Connect", hint: "Entra, Keycloak, Google, Okta…" },
        icon: "globe",
        opens: "/admin/identity/providers/new/oidc"
      }
    ],
    beginMenu: "Add provider",
    empty: {
      icon: "id-card",
      title: "No identity provider yet",
      text: "People sign in with a password and a passkey. With a provider they use the account that they have already."
    }
  })
  return (
    <Listing listing={providers} panel={ProviderPanel}>
      <PasskeyPolicy q:slot="above" />
    </Listing>
  )
})

export const head: DocumentHead = { title: "Identity providers" }
