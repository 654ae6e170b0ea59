import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, useEditing } from "~/components/action"
import { Listing, useListing } from "~/components/listing"
import { columns, selectedKeys } from "~/components/resource-table"
import { EndpointCell, NameCell, StateCell, connectionState, TagsCell } from "~/features/accounts/connections/cells"
import type { Connection } from "~/features/accounts/connections/connection"
import { ConnectionPanel } from "~/features/accounts/connections/connection-panel"
import {
  deletionTarget,
  DeleteConnectionsText,
  useDeleteConnections,
  useProbeConnections
} from "~/features/accounts/connections/bulk"
import { ImportDialog } from "~/features/accounts/connections/import-dialog"

type Own = Connection & { readonly labels?: string }

const COLUMNS = columns<Own>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "endpoint_url", label: "Leads to", width: "l", priority: 2, sortable: true, cell: EndpointCell },
  { key: "access_key", label: "Access key", width: "m", priority: 4, sortable: true, format: "mono" },
  { key: "tags", label: "Tags", width: "m", priority: 3, cell: TagsCell, text$: $((row: Own) => row.labels ?? "") },
  {
    key: "expires_at",
    label: "State",
    width: "m",
    priority: 1,
    sortable: true,
    cell: StateCell,
    text$: $((row: Own) => connectionState(row))
  },
  { key: "created_at", label: "Added", width: "s", priority: 4, sortable: true, format: "ago" }
])

const FILTERS = [
  {
    kind: "choice",
    many: true,
    name: "state",
    label: "Not usable",
    of: "unusable_reason",
    options: [
      { value: "expired", label: "Expired" },
      { value: "host_not_allowed", label: "Host not allowed" }
    ]
  }
] as const

export default component$(() => {
  const importing = useEditing()
  const connections = useListing(COLUMNS, {
    id: "own-connections",
    title: "Private S3 connections",
    noun: { one: "private S3 connection", many: "private S3 connections" },
    rowKey: "id",
    sort: "name",
    search: "Search private connections",
    filters: FILTERS,
    selectable: true,
    whole$: $(
      async ({ signal }): Promise<ReadonlyArray<Own>> =>
        (await call("GET /api/connections", { signal })).map((row) => ({
          ...row,
          labels: row.tags.map(({ label }) => label).join(", ")
        }))
    ),
    searchIn: ["name", "endpoint_url", "storage_endpoint_name", "access_key", "labels"],
    begin: [
      { intent: "import", label: "Import", icon: "download", opens: importing },
      { intent: "create", label: "Add connection", icon: "plus", opens: "/profile/connections/new" }
    ],
    empty: {
      icon: "plug",
      title: "No private S3 connection yet",
      text:
        "Add S3 keys of your own, at a registered endpoint or at a provider: they open in Browser and in " +
        "Manager, for you alone."
    }
  })
  const forget = useDeleteConnections(connections)
  const attempt = useProbeConnections(connections)
  return (
    <Listing listing={connections} panel={ConnectionPanel}>
      <span q:slot="bulk" class="contents">
        <ActionButton
          action={attempt}
          on={deletionTarget(selectedKeys(connections.table), connections.table)}
          label="Try the keys"
          icon="radar"
          class="btn-ghost btn-sm"
        />
        <ActionButton
          action={forget}
          on={deletionTarget(selectedKeys(connections.table), connections.table)}
          asks
          label="Delete"
          icon="trash-2"
          class="btn-ghost btn-sm text-danger"
        />
      </span>
      <ConfirmDialog
        action={forget}
        id="forget-connections"
        title="Delete"
        named
        button="Delete"
        typed="confirm"
        about={DeleteConnectionsText}
      />
      <ImportDialog open={importing} listing={connections} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "Private S3 connections" }
