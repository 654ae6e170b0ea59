import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { useEditing } from "~/components/action"
import { Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { NameCell, RoleCell, WaysInCell } from "~/features/users/cells"
import { CreateUserDialog } from "~/features/users/create-user-dialog"
import type { User } from "~/features/users/user"
import { UserPanel } from "~/features/users/user-panel"
import { waysIn } from "~/features/users/ways-in"

const COLUMNS = columns<User, SortKey<"GET /api/admin/users">>([
  { key: "full_name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "email", label: "E-mail", width: "l", priority: 2, sortable: true },
  { key: "role", label: "Role", width: "m", priority: 1, sortable: true, cell: RoleCell },
  { key: "has_password", label: "Signs in with", width: "l", priority: 3, cell: WaysInCell, text$: $((row: User) => waysIn(row)) },
  { key: "last_login_at", label: "Last sign-in", width: "s", priority: 3, sortable: true, format: "ago", absent: "Never" },
  { key: "created_at", label: "Created", width: "s", priority: 4, sortable: true, format: "ago", optional: true }
])

export default component$(() => {
  const creating = useEditing<User>()
  const users = useListing(COLUMNS, {
    id: "users",
    title: "Users",
    noun: { one: "user", many: "users" },
    rowKey: "id",
    sort: "full_name",
    search: "Search all users",
    page$: $((query, { signal }) => call("GET /api/admin/users", { query, signal })),
    one$: $((id, signal) => call("GET /api/admin/users/:user_id", { params: { user_id: Number(id) }, signal })),
    begin: [{ intent: "create", label: "Create user", icon: "user-plus", opens: creating }],
    empty: { icon: "users", title: "No user yet", text: "Somebody signs in here once they have an account." }
  })
  return (
    <Listing listing={users} panel={UserPanel}>
      <CreateUserDialog open={creating} listing={users} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "Users" }
