import { $, component$, useSignal } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { type OpenSession, openSessions, revokeSession } from "~/client/identity"
import { columns, ResourceTable, type TableQuery, useResourceTable } from "~/components/resource-table"
import { ConfirmDialog } from "~/components/ui/confirm-dialog"
import { Icon } from "~/components/ui/icon"
import { ListingPage, PageHeader } from "~/components/ui/page-header"
import { EmptyState } from "~/components/ui/states"
import { EmailCell, PasskeyCell, WhoCell } from "~/features/sessions/cells"
import { ownerOf } from "~/features/sessions/owner-of"
import { SessionPanel } from "~/features/sessions/session-panel"
import { toast, useToasts } from "~/lib/toasts"

const COLUMNS = columns<OpenSession>([
  { key: "user", label: "Who", width: "name", priority: 1, cell: WhoCell },
  { key: "access_key", label: "Account", width: "l", priority: 3, cell: EmailCell },
  { key: "device", label: "Device", width: "m", priority: 2 },
  { key: "client_address", label: "Address", width: "s", priority: 2, format: "mono" },
  { key: "authenticated_at", label: "Signed in", width: "s", priority: 3, format: "ago" },
  { key: "last_active_at", label: "Last active", width: "s", priority: 1, format: "ago" },
  { key: "mfa_verified_at", label: "Passkey verified", width: "m", priority: 4, cell: PasskeyCell }
])

export default component$(() => {
  const toasts = useToasts()
  const table = useResourceTable({ id: "sessions", sort: "-authenticated_at" })
  const ending = useSignal(false)
  const open = table.state.version >= 0 && table.url.open ? (table.handle.value?.rowOf(table.url.open) as OpenSession | undefined) : undefined

  return (
    <ListingPage>
      <PageHeader title="Sessions">
        <button type="button" class="btn btn-secondary btn-icon" aria-label="Refresh" onClick$={() => table.handle.value?.reload()}><Icon name="refresh-cw" /></button>
      </PageHeader>
      <ResourceTable
        table={table}
        label="Sessions"
        noun={{ one: "open session", many: "open sessions" }}
        columns={COLUMNS}
        rowKey="id"
        searchLabel="Search all open sessions"
        fetch$={$(({ cursor, pageSize, search, signal }: TableQuery) => openSessions({ cursor, limit: pageSize, search }, signal))}
      >
        <div q:slot="empty"><EmptyState icon="monitor" title="No open session" text="Nobody is signed in whose sessions you may see." /></div>
      </ResourceTable>
      {open && (
        <SessionPanel
          q:slot="panel"
          key={open.id}
          row={open}
          onClose$={$(() => { table.url.open = "" })}
          onRevoke$={$(() => { ending.value = true })}
        />
      )}
      {open && (
        <ConfirmDialog
          id="end-session"
          open={ending}
          title="End this session"
          action="End session"
          onConfirm$={$(async () => {
            await revokeSession(table.url.open)
            table.url.open = ""
            table.handle.value?.reload()
            toast(toasts, { tone: "ok", text: "The session is ended" })
          })}
        >
          <p>
            <b class="font-medium text-ink">{ownerOf(open)}</b> is signed out at once on {open.device} at {open.client_address}. Other sessions and API tokens stay,
            and nothing keeps them from signing in again.
          </p>
        </ConfirmDialog>
      )}
    </ListingPage>
  )
})

export const head: DocumentHead = { title: "Sessions" }
