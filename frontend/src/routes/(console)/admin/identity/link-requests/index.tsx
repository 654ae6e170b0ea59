import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { type Asking, type CursorQuery, Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import {
  AccountCell,
  ExpiresCell,
  ProviderCell,
  StatusCell,
  IdentityCell
} from "~/features/identity/link-requests/cells"
import { LinkRequestPanel } from "~/features/identity/link-requests/link-request-panel"
import type { LinkRequest } from "~/features/identity/link-requests/status-badge"

const COLUMNS = columns<LinkRequest>([
  { key: "email", label: "Who asks", width: "name", priority: 1, cell: IdentityCell },
  { key: "provider_id", label: "Provider", width: "m", priority: 2, cell: ProviderCell },
  { key: "target.full_name", label: "For the account of", width: "m", priority: 1, cell: AccountCell },
  { key: "reason", label: "Why by hand", width: "l", priority: 4 },
  { key: "requested_at", label: "Asked", width: "s", priority: 3, format: "ago" },
  { key: "expires_at", label: "Expires", width: "s", priority: 3, format: "ago", cell: ExpiresCell },
  { key: "status", label: "Status", width: "xs", priority: 2, cell: StatusCell }
])

const FILTERS = [
  {
    kind: "choice",
    name: "status",
    label: "Status",
    initial: "pending",
    options: [
      { value: "pending", label: "Pending" },
      { value: "approved", label: "Approved" },
      { value: "rejected", label: "Rejected" },
      { value: "expired", label: "Expired" }
    ]
  }
] as const

export default component$(() => {
  const requests = useListing(COLUMNS, {
    id: "link-requests",
    title: "Link requests",
    noun: { one: "request", many: "requests" },
    rowKey: "id",
    sort: "-requested_at",
    filters: FILTERS,
    cursor$: $((query: CursorQuery, { filters: { status }, signal }: Asking<typeof FILTERS>) =>
      call("GET /api/admin/identity/link-requests", { query: { ...query, status }, signal })
    ),
    one$: $((id, signal) =>
      call("GET /api/admin/identity/link-requests/:request_id", { params: { request_id: Number(id) }, signal })
    ),
    empty: {
      icon: "user-check",
      title: "Nobody waits",
      text:
        "When somebody signs in with a provider, and an account with their e-mail address is there already, you " +
        "say here whether it is theirs."
    }
  })
  return <Listing listing={requests} panel={LinkRequestPanel} />
})

export const head: DocumentHead = { title: "Link requests" }
