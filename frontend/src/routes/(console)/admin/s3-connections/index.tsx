import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { type Asking, Listing, type OffsetQuery, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import {
  EndpointCell,
  NameCell,
  StateCell,
  connectionState,
  TagsCell,
  UsersCell
} from "~/features/accounts/connections/cells"
import type { Connection } from "~/features/accounts/connections/connection"
import { ConnectionPanel } from "~/features/accounts/connections/connection-panel"

type Sorts = SortKey<"GET /api/admin/s3-connections">

const COLUMNS = columns<Connection, Sorts>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "endpoint_url", label: "Leads to", width: "l", priority: 2, sortable: true, cell: EndpointCell },
  { key: "access_key", label: "Access key", width: "m", priority: 4, sortable: true, format: "mono" },
  {
    key: "tags",
    label: "Tags",
    width: "m",
    priority: 3,
    cell: TagsCell,
    text$: $((row: Connection) => row.tags.map(({ label }) => label).join(", "))
  },
  { key: "user_count", label: "People", width: "xs", priority: 3, numeric: true, sortable: true, cell: UsersCell },
  {
    key: "expires_at",
    label: "State",
    width: "m",
    priority: 1,
    sortable: true,
    cell: StateCell,
    text$: $((row: Connection) => connectionState(row))
  },
  { key: "updated_at", label: "Changed", width: "s", priority: 4, sortable: true, format: "ago", optional: true }
])

const FILTERS = [
  {
    kind: "choice",
    many: true,
    name: "endpoint_kind",
    label: "Address",
    options: [
      { value: "registered", label: "Registered endpoint" },
      { value: "manual", label: "Typed in" }
    ]
  },
  {
    kind: "choice",
    many: true,
    name: "credentials",
    label: "Keys",
    options: [
      { value: "lasting", label: "Lasting" },
      { value: "temporary", label: "Temporary" },
      { value: "expired", label: "Expired" }
    ]
  }
] as const

export default component$(() => {
  const connections = useListing(COLUMNS, {
    id: "s3-connections",
    title: "S3 connections",
    noun: { one: "shared S3 connection", many: "shared S3 connections" },
    rowKey: "id",
    sort: "name",
    search: "Search all shared S3 connections",
    filters: FILTERS,
    page$: $((query: OffsetQuery<Sorts>, { filters, signal }: Asking<typeof FILTERS>) =>
      call("GET /api/admin/s3-connections", {
        query: {
          ...query,
          endpoint_kind: filters.endpoint_kind?.join(","),
          credentials: filters.credentials?.join(",")
        },
        signal
      })
    ),
    one$: $((id, signal) => call("GET /api/admin/s3-connections/:id", { params: { id: Number(id) }, signal })),
    begin: [{ intent: "create", label: "Add connection", icon: "plus", opens: "/admin/s3-connections/new" }],
    empty: {
      icon: "plug",
      title: "No shared S3 connection yet",
      text:
        "A shared connection is a pair of S3 keys that linked console users act as in Manager, on a registered " +
        "endpoint or anywhere else."
    }
  })
  return <Listing listing={connections} panel={ConnectionPanel} />
})

export const head: DocumentHead = { title: "S3 connections" }
