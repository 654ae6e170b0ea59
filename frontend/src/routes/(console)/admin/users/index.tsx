import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { useEditing } from "~/components/action"
import { type Asking, Listing, type OffsetQuery, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { NameCell, RoleCell, SignInMethodsCell } from "~/features/identity/users/cells"
import { CreateUserDialog } from "~/features/identity/users/create-user-dialog"
import { ROLE_HINTS } from "~/features/identity/users/roles"
import type { User } from "~/features/identity/users/user"
import { UserPanel } from "~/features/identity/users/user-panel"
import { roleName } from "~/lib/role-name"
import { signInMethodsText } from "~/features/identity/users/sign-in-methods-text"

const COLUMNS = columns<User, SortKey<"GET /api/admin/users">>([
  { key: "full_name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "email", label: "E-mail", width: "l", priority: 2, sortable: true },
  { key: "role", label: "Role", width: "l", priority: 1, sortable: true, cell: RoleCell },
  {
    key: "has_password",
    label: "Signs in with",
    width: "l",
    priority: 3,
    cell: SignInMethodsCell,
    text$: $((row: User) => signInMethodsText(row))
  },
  {
    key: "last_login_at",
    label: "Last sign-in",
    width: "s",
    priority: 3,
    sortable: true,
    format: "ago",
    absent: "Never"
  },
  { key: "created_at", label: "Created", width: "s", priority: 4, sortable: true, format: "ago", optional: true }
])

const FILTERS = [
  {
    kind: "choice",
    many: true,
    name: "role",
    label: "Role",
    options: ROLE_HINTS.map(({ id }) => ({ value: id, label: roleName(id) }))
  },
  {
    kind: "choice",
    many: true,
    name: "state",
    label: "State",
    options: [
      { value: "active", label: "Active" },
      { value: "deactivated", label: "Deactivated" },
      { value: "locked", label: "Locked" }
    ]
  },
  { kind: "boolean", name: "passkey", label: "Passkey", yes: "With a passkey", no: "No passkey" }
] as const

export default component$(() => {
  const creating = useEditing<User>()
  const users = useListing(COLUMNS, {
    id: "users",
    title: "Console users",
    noun: { one: "console user", many: "console users" },
    rowKey: "id",
    sort: "full_name",
    search: "Search all console users",
    filters: FILTERS,
    page$: $(
      (
        query: OffsetQuery<SortKey<"GET /api/admin/users">>,
        { filters: { passkey, role, state }, signal }: Asking<typeof FILTERS>
      ) =>
        call("GET /api/admin/users", {
          query: {
            ...query,
            role: role?.join(","),
            state: state?.join(","),
            passkey: passkey === null ? null : passkey ? "true" : "false"
          },
          signal
        })
    ),
    one$: $((id, signal) => call("GET /api/admin/users/:user_id", { params: { user_id: Number(id) }, signal })),
    begin: [{ intent: "create", label: "Create console user", icon: "user-plus", opens: creating }],
    empty: { icon: "users", title: "No console user yet", text: "Somebody signs in here once they have an account." }
  })
  return (
    <Listing listing={users} panel={UserPanel}>
      <CreateUserDialog open={creating} listing={users} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "Console users" }
