import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { type Asking, type CursorQuery, Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { EmailCell, PasskeyCell, SessionOwnerCell } from "~/features/identity/sessions/cells"
import { type OpenSession, ownerOf } from "~/features/identity/sessions/owner-of"
import { SessionPanel } from "~/features/identity/sessions/session-panel"

const COLUMNS = columns<OpenSession>([
  {
    key: "user",
    label: "Who",
    width: "name",
    priority: 1,
    cell: SessionOwnerCell,
    text$: $((row: OpenSession) => ownerOf(row))
  },
  {
    key: "access_key",
    label: "Account",
    width: "l",
    priority: 3,
    cell: EmailCell,
    text$: $((row: OpenSession) => row.user?.email ?? row.access_key)
  },
  { key: "device", label: "Device", width: "m", priority: 2 },
  { key: "client_address", label: "Address", width: "s", priority: 2, format: "mono" },
  { key: "authenticated_at", label: "Signed in", width: "s", priority: 3, format: "ago" },
  { key: "last_active_at", label: "Last active", width: "s", priority: 1, format: "ago" },
  { key: "mfa_verified_at", label: "Passkey verified", width: "m", priority: 4, cell: PasskeyCell }
])

const FILTERS = [
  {
    kind: "choice",
    many: true,
    name: "kind",
    label: "Class",
    options: [
      { value: "ui", label: "Console users" },
      { value: "s3", label: "S3 keys" }
    ]
  }
] as const

export default component$(() => {
  const sessions = useListing(COLUMNS, {
    id: "sessions",
    title: "Sessions",
    noun: { one: "open session", many: "open sessions" },
    rowKey: "id",
    sort: "-authenticated_at",
    search: "Search all open sessions",
    filters: FILTERS,
    cursor$: $((query: CursorQuery, { filters: { kind }, signal }: Asking<typeof FILTERS>) =>
      call("GET /api/admin/identity/sessions", { query: { ...query, kind: kind?.join(",") }, signal })
    ),
    one$: $((id, signal) =>
      call("GET /api/admin/identity/sessions/:session_id", { params: { session_id: id }, signal })
    ),
    empty: { icon: "monitor", title: "No open session", text: "Nobody is signed in whose sessions you may see." }
  })
  return <Listing listing={sessions} panel={SessionPanel} />
})

export const head: DocumentHead = { title: "Sessions" }
