import { $, component$, useSignal } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { useEditing } from "~/components/action"
import { ExactToggle, Listing, type OffsetQuery, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { DriftBanner } from "~/features/fleet/drift/drift-banner"
import { AccountPanel } from "~/features/accounts/storage-access/access-panel"
import { CreateAccountDialog, ImportAccountDialog } from "~/features/accounts/storage-access/account-dialogs"
import { type Account, EndpointCell, NameCell, PeopleCell, peopleOf } from "~/features/accounts/storage-access/cells"
import {
  type AskingOfRegistered,
  registeredQuery,
  REGISTERED_FILTERS
} from "~/features/accounts/storage-access/endpoint-filter"
import { type Scan, searched } from "~/features/accounts/storage-access/exact"
import { ExactScan } from "~/features/accounts/storage-access/exact-scan"
import { GiveAccess, GiveAccessDialog } from "~/features/accounts/storage-access/give-access"

const COLUMNS = columns<Account, SortKey<"GET /api/admin/accounts">>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "rgw_account_id", label: "RGW account id", width: "l", priority: 2, sortable: true, format: "mono" },
  { key: "rgw_user_uid", label: "Root user", width: "m", priority: 4, format: "mono" },
  { key: "storage_endpoint_name", label: "Endpoint", width: "m", priority: 2, sortable: true, cell: EndpointCell },
  {
    key: "user_links",
    label: "People",
    width: "xs",
    priority: 3,
    numeric: true,
    cell: PeopleCell,
    text$: $((row: Account) => peopleOf(row))
  },
  { key: "created_at", label: "Registered", width: "s", priority: 4, sortable: true, format: "ago" }
])

export default component$(() => {
  const importing = useEditing()
  const creating = useEditing()
  const giving = useEditing()
  const scan = useSignal<Scan | null>(null)
  const accounts = useListing(COLUMNS, {
    id: "accounts",
    title: "RGW accounts",
    noun: { one: "RGW account", many: "RGW accounts" },
    rowKey: "id",
    sort: "name",
    search: "Search all RGW accounts",
    filters: REGISTERED_FILTERS,
    selectable: true,
    page$: $((query: OffsetQuery<SortKey<"GET /api/admin/accounts">>, asking: AskingOfRegistered) =>
      searched<Account, SortKey<"GET /api/admin/accounts">>(
        asking,
        query,
        ["name", "rgw_account_id", "rgw_user_uid"],
        scan,
        (query) =>
          call("GET /api/admin/accounts", { query: { ...query, ...registeredQuery(asking) }, signal: asking.signal })
      )
    ),
    one$: $((id, signal) => call("GET /api/admin/accounts/:id", { params: { id: Number(id) }, signal })),
    begin: [
      { intent: "create", label: "Create on gateway", icon: "plus", opens: creating },
      { intent: "bring-in", label: "Bring in many", icon: "list-checks", opens: "/admin/accounts/bring-in" },
      { intent: "import", label: "Import from gateway", icon: "download", opens: importing }
    ],
    empty: {
      icon: "users",
      title: "No RGW account yet",
      text: "An RGW account is what you act as: import one that the gateway has, or create one there."
    }
  })
  return (
    <Listing listing={accounts} panel={AccountPanel}>
      <div q:slot="above">
        <DriftBanner kind="account" listing={accounts} />
        <ExactScan scan={scan} listing={accounts} noun="RGW account" />
      </div>
      <span q:slot="filters" class="contents">
        <ExactToggle listing={accounts} />
      </span>
      <span q:slot="bulk" class="contents">
        <GiveAccess listing={accounts} open={giving} />
      </span>
      <GiveAccessDialog open={giving} listing={accounts} kind="account" />
      <ImportAccountDialog open={importing} listing={accounts} />
      <CreateAccountDialog open={creating} listing={accounts} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "RGW accounts" }
