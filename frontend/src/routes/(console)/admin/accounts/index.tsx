import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { useEditing } from "~/components/action"
import { Listing, type OffsetQuery, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { AccountPanel } from "~/features/storage-access/access-panel"
import { CreateAccountDialog, ImportAccountDialog } from "~/features/storage-access/account-dialogs"
import { type Account, EndpointCell, NameCell, PeopleCell, peopleOf } from "~/features/storage-access/cells"
import { type ByEndpoint, ENDPOINT_FILTER, endpointOf } from "~/features/storage-access/endpoint-filter"

const COLUMNS = columns<Account, SortKey<"GET /api/admin/accounts">>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "rgw_account_id", label: "RGW account id", width: "l", priority: 2, sortable: true, format: "mono" },
  { key: "rgw_user_uid", label: "Root user", width: "m", priority: 4, format: "mono" },
  { key: "storage_endpoint_name", label: "Endpoint", width: "m", priority: 2, sortable: true, cell: EndpointCell },
  { key: "user_links", label: "People", width: "xs", priority: 3, numeric: true, cell: PeopleCell, text$: $((row: Account) => peopleOf(row)) },
  { key: "created_at", label: "Registered", width: "s", priority: 4, sortable: true, format: "ago" }
])

export default component$(() => {
  const importing = useEditing()
  const creating = useEditing()
  const accounts = useListing(COLUMNS, {
    id: "accounts",
    title: "RGW accounts",
    noun: { one: "RGW account", many: "RGW accounts" },
    rowKey: "id",
    sort: "name",
    search: "Search all RGW accounts",
    filters: [ENDPOINT_FILTER],
    page$: $((query: OffsetQuery<SortKey<"GET /api/admin/accounts">>, asking: ByEndpoint) => call("GET /api/admin/accounts", { query: { ...query, ...endpointOf(asking) }, signal: asking.signal })),
    one$: $((id, signal) => call("GET /api/admin/accounts/:id", { params: { id: Number(id) }, signal })),
    begin: [
      { intent: "create", label: "Create on gateway", icon: "plus", opens: creating },
      { intent: "import", label: "Import from gateway", icon: "download", opens: importing }
    ],
    empty: { icon: "users", title: "No RGW account yet", text: "An RGW account is what you act as: import one that the gateway has, or create one there." }
  })
  return (
    <Listing listing={accounts} panel={AccountPanel}>
      <ImportAccountDialog open={importing} listing={accounts} />
      <CreateAccountDialog open={creating} listing={accounts} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "RGW accounts" }
