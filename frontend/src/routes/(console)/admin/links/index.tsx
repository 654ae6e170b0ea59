import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { type Asking, Listing, noSuchRow, type OffsetQuery, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { StateBadge, usesText } from "~/features/objects/shares/cells"
import {
  SHARE_DIRECTIONS,
  sharedFolder,
  type ManagedShare,
  nameOfManaged
} from "~/features/objects/shares/managed-share"
import { ManagedSharePanel } from "~/features/objects/shares/managed-panel"
import { visible } from "~/lib/visible"

interface Cell {
  readonly row: ManagedShare
}

const TitleCell = component$<Cell>(({ row }) => (
  <span class="block truncate font-medium">{visible(nameOfManaged(row))}</span>
))
const FolderCell = component$<Cell>(({ row }) => (
  <span class="block truncate font-mono text-xs">{visible(sharedFolder(row))}</span>
))
const StateCell = component$<Cell>(({ row }) => <StateBadge row={row} />)
const DirectionCell = component$<Cell>(({ row }) => <>{SHARE_DIRECTIONS[row.kind]}</>)
const UsesCell = component$<Cell>(({ row }) => <>{usesText(row)}</>)

const COLUMNS = columns<ManagedShare, SortKey<"GET /api/admin/shares">>([
  {
    key: "title",
    label: "Link",
    width: "name",
    priority: 1,
    sortable: true,
    cell: TitleCell,
    text$: $((row: ManagedShare) => nameOfManaged(row))
  },
  {
    key: "bucket",
    label: "Folder",
    width: "l",
    priority: 2,
    sortable: true,
    cell: FolderCell,
    text$: $((row: ManagedShare) => sharedFolder(row))
  },
  {
    key: "kind",
    label: "Direction",
    width: "m",
    priority: 3,
    cell: DirectionCell,
    text$: $((row: ManagedShare) => SHARE_DIRECTIONS[row.kind])
  },
  {
    key: "state",
    label: "State",
    width: "m",
    priority: 1,
    sortable: true,
    cell: StateCell,
    text$: $((row: ManagedShare) => row.state)
  },
  { key: "made_by", label: "Created by", width: "m", priority: 2, sortable: true },
  { key: "storage", label: "Storage", width: "m", priority: 4 },
  {
    key: "uses",
    label: "Used",
    width: "s",
    priority: 4,
    sortable: true,
    numeric: true,
    cell: UsesCell,
    text$: $((row: ManagedShare) => usesText(row))
  },
  { key: "expires_at", label: "Ends", width: "m", priority: 3, sortable: true, format: "date-time" },
  { key: "created_at", label: "Created", width: "s", priority: 4, sortable: true, format: "ago" }
])

const FILTERS = [
  {
    kind: "choice",
    many: true,
    name: "state",
    label: "State",
    options: [
      { value: "active", label: "Open" },
      { value: "expired", label: "Ended" },
      { value: "revoked", label: "Revoked" },
      { value: "used_up", label: "Used up" },
      { value: "closed", label: "No right to the data" }
    ]
  },
  {
    kind: "choice",
    many: true,
    name: "kind",
    label: "Direction",
    options: [
      { value: "object", label: "Download of a file" },
      { value: "archive", label: "Download of files" },
      { value: "upload", label: "Upload" }
    ]
  }
] as const

export default component$(() => {
  const links = useListing(COLUMNS, {
    id: "links",
    title: "Links",
    noun: { one: "link", many: "links" },
    rowKey: "id",
    sort: "-created_at",
    search: "Search links",
    filters: FILTERS,
    page$: $((query: OffsetQuery<SortKey<"GET /api/admin/shares">>, { filters, signal }: Asking<typeof FILTERS>) =>
      call("GET /api/admin/shares", {
        query: { ...query, state: filters.state?.join(","), kind: filters.kind?.join(",") },
        signal
      })
    ),
    one$: $(async (id, signal) => {
      const { items } = await call("GET /api/admin/shares", { query: { search: id }, signal })
      const match = items.find((row) => row.id === id)
      if (match === undefined) throw noSuchRow()
      return match
    }),
    empty: {
      icon: "link",
      title: "No link yet",
      text: "Share and upload links that people make in the object browser show here, with the folder that each opens."
    }
  })
  return <Listing listing={links} panel={ManagedSharePanel} />
})

export const head: DocumentHead = { title: "Links" }
