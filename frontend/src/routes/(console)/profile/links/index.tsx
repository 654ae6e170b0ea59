import { $, component$, useOnDocument } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { type Asking, Listing, useListing } from "~/components/listing"
import { useOwnEvents } from "~/components/shell/use-own-events"
import { columns } from "~/components/resource-table"
import { BytesCell, NameCell, PlaceCell, StateCell, UsesCell, usesText } from "~/features/objects/shares/cells"
import { nameOfShare, sharedPlaceText, type Share } from "~/features/objects/shares/share"
import { SharePanel } from "~/features/objects/shares/share-panel"

const COLUMNS = columns<Share>([
  {
    key: "title",
    label: "Link",
    width: "name",
    priority: 1,
    sortable: true,
    cell: NameCell,
    text$: $((row: Share) => nameOfShare(row))
  },
  {
    key: "bucket",
    label: "Leads to",
    width: "l",
    priority: 3,
    sortable: true,
    cell: PlaceCell,
    text$: $((row: Share) => sharedPlaceText(row))
  },
  {
    key: "state",
    label: "State",
    width: "m",
    priority: 1,
    sortable: true,
    cell: StateCell,
    text$: $((row: Share) => row.state)
  },
  {
    key: "uses",
    label: "Used",
    width: "s",
    priority: 2,
    sortable: true,
    numeric: true,
    cell: UsesCell,
    text$: $((row: Share) => usesText(row))
  },
  {
    key: "bytes",
    label: "Bytes",
    width: "s",
    priority: 4,
    sortable: true,
    numeric: true,
    cell: BytesCell,
    text$: $((row: Share) => String(row.bytes))
  },
  { key: "expires_at", label: "Ends", width: "m", priority: 3, sortable: true, format: "date-time" },
  { key: "created_at", label: "Made", width: "s", priority: 4, sortable: true, format: "ago" }
])

const FILTERS = [
  {
    kind: "choice",
    many: true,
    name: "state",
    label: "State",
    of: "state",
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
    label: "Kind",
    of: "kind",
    options: [
      { value: "object", label: "File" },
      { value: "archive", label: "Folder or selection" },
      { value: "upload", label: "Upload request" }
    ]
  }
] as const

export default component$(() => {
  const links = useListing(COLUMNS, {
    id: "own-links",
    title: "My links",
    noun: { one: "link", many: "links" },
    rowKey: "id",
    sort: "-created_at",
    search: "Search my links",
    filters: FILTERS,
    whole$: $(
      async ({ signal }: Asking<typeof FILTERS>): Promise<ReadonlyArray<Share>> =>
        (await call("GET /api/browser/shares", { signal })).items
    ),
    searchIn: ["title", "note", "bucket", "prefix"],
    empty: {
      icon: "link",
      title: "No link yet",
      text:
        "Share an object, a folder or a selection in the object browser, or ask others for files: people without " +
        "an account open such links."
    }
  })
  useOwnEvents()
  useOnDocument(
    "shares",
    $(() => {
      links.table.handle.value?.reload()
    })
  )
  return <Listing listing={links} panel={SharePanel} />
})

export const head: DocumentHead = { title: "My links" }
