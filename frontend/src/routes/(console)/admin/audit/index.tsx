import { $, component$, useSignal } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { type Asking, type CursorQuery, Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { ActionCell, StatusCell, EntityCell, ActorCell } from "~/features/platform/audit/cells"
import { type AuditLogEntry, SCOPE_LABELS, STATUS_LABELS, entityText, actorText } from "~/features/platform/audit/entry"
import { EntryPanel } from "~/features/platform/audit/entry-panel"
import { exportAddress } from "~/features/platform/audit/export-address"
import { LiveTail } from "~/features/platform/audit/live-tail"
import { SearchExtent } from "~/features/platform/audit/search-extent"
import { listedActions, type SearchedWindow, readEntries } from "~/features/platform/audit/window"

const COLUMNS = columns<AuditLogEntry>([
  { key: "message", label: "What happened", width: "name", priority: 1 },
  { key: "action", label: "Action", width: "m", priority: 2, cell: ActionCell },
  {
    key: "actor.email",
    label: "Who",
    width: "m",
    priority: 2,
    cell: ActorCell,
    text$: $((row: AuditLogEntry) => actorText(row))
  },
  {
    key: "entity",
    label: "To what",
    width: "m",
    priority: 3,
    cell: EntityCell,
    text$: $((row: AuditLogEntry) => entityText(row))
  },
  {
    key: "status",
    label: "Outcome",
    width: "s",
    priority: 1,
    cell: StatusCell,
    text$: $((row: AuditLogEntry) => STATUS_LABELS[row.status].label)
  },
  { key: "created_at", label: "When", width: "s", priority: 1, format: "ago" },
  { key: "scope", label: "Where", width: "s", priority: 4, optional: true },
  { key: "client_address", label: "Address", width: "s", priority: 4, format: "mono", optional: true }
])

const FILTERS = [
  {
    kind: "choice",
    many: true,
    name: "role",
    label: "Role",
    options: [
      { value: "ui_superadmin", label: "Super administrator" },
      { value: "ui_admin", label: "Administrator" },
      { value: "ui_user", label: "User" },
      { value: "ui_none", label: "No access" },
      { value: "none", label: "None (jobs, operators, not signed in)" }
    ]
  },
  {
    kind: "choice",
    many: true,
    name: "scope",
    label: "Where",
    options: Object.entries(SCOPE_LABELS).map(([value, label]) => ({ value, label }))
  },
  { kind: "time", name: "created", label: "When" },
  {
    kind: "choice",
    many: true,
    name: "status",
    label: "Outcome",
    options: Object.entries(STATUS_LABELS).map(([value, { label }]) => ({ value, label }))
  },
  {
    kind: "offered",
    name: "action",
    label: "Action",
    load$: $(() => Promise.resolve(listedActions().map((value) => ({ value, label: value }))))
  }
] as const

type Filters = typeof FILTERS

const queryOf = ({ created, role, scope }: Asking<Filters>["filters"]) => ({
  ...(role === null ? {} : { role: role.join(",") }),
  ...(scope === null ? {} : { scope: scope.join(",") }),
  ...(created?.after ? { created_after: created.after } : {}),
  ...(created?.before ? { created_before: created.before } : {})
})

export default component$(() => {
  const live = useSignal(false)
  const searchLimit = useSignal(500)
  const searched = useSignal<SearchedWindow | null>(null)
  const trail = useListing(COLUMNS, {
    id: "audit",
    title: "Audit trail",
    noun: { one: "entry", many: "entries" },
    rowKey: "id",
    sort: "-created_at",
    search: "Search the whole audit trail",
    filters: FILTERS,
    cursor$: $((query: CursorQuery, { filters, signal }: Asking<Filters>) =>
      readEntries(
        query,
        queryOf(filters),
        { action: filters.action, status: filters.status },
        searchLimit.value,
        signal,
        (now) => {
          searched.value = now
        }
      )
    ),
    one$: $((id, signal) => call("GET /api/admin/audit/logs/:entry_id", { params: { entry_id: Number(id) }, signal })),
    file$: $((format: "csv" | "json", search: string, { filters }: Pick<Asking<Filters>, "filters">) =>
      exportAddress(format, search, queryOf(filters))
    ),
    empty: {
      icon: "history",
      title: "Nothing is written down yet",
      text: "Every change and every sign-in is an entry here."
    }
  })
  return (
    <Listing listing={trail} panel={EntryPanel}>
      <span q:slot="header" class="contents">
        <LiveTail listing={trail} on={live} />
      </span>
      <SearchExtent q:slot="above" listing={trail} looked={searched} most={searchLimit} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "Audit trail" }
