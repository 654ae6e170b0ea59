import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { useEditing } from "~/components/action"
import { type Asking, changed, Listing, noSuchRow, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { ExpiresCell, NameCell, OwnerCell, ScopesCell, StateCell } from "~/features/identity/api-token-inventory/cells"
import { TOKEN_FILTERS, includesEnded } from "~/features/identity/api-token-inventory/token-filters"
import { TokenPanel } from "~/features/identity/api-token-inventory/token-panel"
import type { ApiToken } from "~/features/identity/api-tokens/api-token"
import { CreateTokenDialog } from "~/features/identity/api-tokens/create-token-dialog"
import { useMe } from "~/lib/use-me"

const COLUMNS = columns<ApiToken>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "user.full_name", label: "Owner", width: "m", priority: 1, cell: OwnerCell },
  { key: "scopes", label: "Scopes", width: "m", priority: 3, cell: ScopesCell },
  { key: "state", label: "State", width: "s", priority: 2, sortable: true, cell: StateCell },
  { key: "created_at", label: "Created", width: "s", priority: 4, sortable: true, format: "ago" },
  { key: "expires_at", label: "Expires", width: "s", priority: 2, sortable: true, format: "ago", cell: ExpiresCell },
  { key: "last_used_at", label: "Last used", width: "s", priority: 3, sortable: true, format: "ago", absent: "Never" },
  { key: "last_used_address", label: "From", width: "s", priority: 4, format: "mono" }
])

export default component$(() => {
  const me = useMe()
  const creating = useEditing()
  const tokens = useListing(COLUMNS, {
    id: "api-tokens",
    title: "API tokens",
    noun: { one: "token", many: "tokens" },
    rowKey: "id",
    sort: "-created_at",
    search: "Search by name or owner",
    filters: TOKEN_FILTERS,
    whole$: $((asking: Asking<typeof TOKEN_FILTERS>) =>
      call("GET /api/auth/api-tokens", {
        query: { include_ended: includesEnded(asking) ? "true" : null },
        signal: asking.signal
      })
    ),
    searchIn: ["name", "user.full_name", "user.email"],
    one$: $(async (id, signal) => {
      const token = (await call("GET /api/auth/api-tokens", { query: { include_ended: "true" }, signal })).find(
        (one) => one.id === id
      )
      if (token === undefined) throw noSuchRow()
      return token
    }),
    begin: [{ intent: "create", label: "Create token", icon: "plus", opens: creating }],
    empty: {
      icon: "ticket",
      title: "No API token is accepted now",
      text: "A script or a machine acts for somebody with a token. Everybody makes their own, for a limited time."
    }
  })
  return (
    <Listing listing={tokens} panel={TokenPanel} waits={me.value?.role !== "ui_superadmin"}>
      <CreateTokenDialog open={creating} onCreated$={$(() => changed(tokens))} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "API tokens" }
