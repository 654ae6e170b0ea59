import { $, component$, useSignal } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { useEditing } from "~/components/action"
import { ExactToggle, Listing, type OffsetQuery, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { DriftBanner } from "~/features/fleet/drift/drift-banner"
import { S3UserPanel } from "~/features/accounts/storage-access/access-panel"
import { EndpointCell, NameCell, PeopleCell, peopleOf, type S3User } from "~/features/accounts/storage-access/cells"
import {
  type AskingOfRegistered,
  registeredQuery,
  REGISTERED_FILTERS
} from "~/features/accounts/storage-access/endpoint-filter"
import { type Scan, searched } from "~/features/accounts/storage-access/exact"
import { ExactScan } from "~/features/accounts/storage-access/exact-scan"
import { GiveAccess, GiveAccessDialog } from "~/features/accounts/storage-access/give-access"
import { CreateS3UserDialog, ImportS3UserDialog } from "~/features/accounts/storage-access/s3-user-dialogs"

const COLUMNS = columns<S3User, SortKey<"GET /api/admin/s3-users">>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "rgw_user_uid", label: "Uid", width: "l", priority: 1, sortable: true, format: "mono" },
  { key: "storage_endpoint_name", label: "Endpoint", width: "m", priority: 2, sortable: true, cell: EndpointCell },
  {
    key: "user_links",
    label: "People",
    width: "xs",
    priority: 3,
    numeric: true,
    cell: PeopleCell,
    text$: $((row: S3User) => peopleOf(row))
  },
  { key: "created_at", label: "Registered", width: "s", priority: 4, sortable: true, format: "ago" }
])

export default component$(() => {
  const importing = useEditing()
  const creating = useEditing()
  const giving = useEditing()
  const scan = useSignal<Scan | null>(null)
  const users = useListing(COLUMNS, {
    id: "s3-users",
    title: "RGW users",
    noun: { one: "RGW user", many: "RGW users" },
    rowKey: "id",
    sort: "name",
    search: "Search all RGW users",
    filters: REGISTERED_FILTERS,
    selectable: true,
    page$: $((query: OffsetQuery<SortKey<"GET /api/admin/s3-users">>, asking: AskingOfRegistered) =>
      searched<S3User, SortKey<"GET /api/admin/s3-users">>(asking, query, ["name", "rgw_user_uid"], scan, (query) =>
        call("GET /api/admin/s3-users", { query: { ...query, ...registeredQuery(asking) }, signal: asking.signal })
      )
    ),
    one$: $((id, signal) => call("GET /api/admin/s3-users/:id", { params: { id: Number(id) }, signal })),
    begin: [
      { intent: "create", label: "Create on gateway", icon: "plus", opens: creating },
      { intent: "bring-in", label: "Bring in many", icon: "list-checks", opens: "/admin/s3-users/bring-in" },
      { intent: "import", label: "Import from gateway", icon: "download", opens: importing }
    ],
    empty: {
      icon: "user",
      title: "No RGW user yet",
      text:
        "RGW users without an account, as older gateways have them: import one by its " +
        "id, or create one on the gateway."
    }
  })
  return (
    <Listing listing={users} panel={S3UserPanel}>
      <div q:slot="above">
        <DriftBanner kind="s3_user" listing={users} />
        <ExactScan scan={scan} listing={users} noun="RGW user" />
      </div>
      <span q:slot="filters" class="contents">
        <ExactToggle listing={users} />
      </span>
      <span q:slot="bulk" class="contents">
        <GiveAccess listing={users} open={giving} />
      </span>
      <GiveAccessDialog open={giving} listing={users} kind="s3_user" />
      <ImportS3UserDialog open={importing} listing={users} />
      <CreateS3UserDialog open={creating} listing={users} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "RGW users" }
